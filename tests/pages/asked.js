// What tests of pages ask a page: `asked` in test_export.py calls one of these functions.
({
    allDrawn: () => [...document.images].every(image => image.complete && image.naturalWidth > 0),

    width: () => document.documentElement.scrollWidth,

    // What is wider than its place, and what Tab stops at for that reason.
    wide: () => {
        const parts = [...document.querySelectorAll("*")];
        const name = part => part.tagName + ": " + part.textContent.slice(0, 40);
        const scrolls = part => part.scrollWidth > part.clientWidth
            && getComputedStyle(part).overflowX === "auto";
        return [parts.filter(scrolls).map(name), parts.filter(part => part.matches(
            "[tabindex='0'][role=group][aria-label]")).map(name)];
    },

    showAll: () => slides.forEach(slide => { slide.hidden = false; }),

    showAllAsWhenPassed: () => {
        slides.forEach((_, number) => show(number, true));
        slides.forEach(slide => { slide.hidden = false; });
        reach();
    },

    // What does not fit on a slide, or is too small for the last row: 14 of 690 pixels.
    faults: () => slides.flatMap((slide, number) => {
        const small = [...slide.querySelectorAll("p, li, td, pre")].filter(
            part => parseFloat(getComputedStyle(part).fontSize) < 14);
        const faults = {
            "is too high": slide.scrollHeight > slide.clientHeight,
            "is too wide": slide.scrollWidth > slide.clientWidth,
            "is no stage": slide.offsetWidth !== 1280 || slide.offsetHeight !== 690,
            "has small type": small.length > 0,
            "has a small picture": [...slide.querySelectorAll("img")].some(
                one => one.offsetHeight < 300),
            "is empty": !slide.textContent.trim() && !slide.querySelector("img"),
        };
        return Object.keys(faults).filter(name => faults[name]).map(
            name => `${number + 1} ${name}`);
    }),

    // The height in pixels of letters of 12 points in the picture where they are smallest.
    letters: () => Math.min(...[...document.images].map(image =>
        (image.getBoundingClientRect().width - 8) / image.getAttribute("width") * 12 * 100 / 72)),

    // The grounds, corners and rims of pictures.
    cards: () => [...new Set([...document.images].map(image => {
        const {backgroundColor, borderRadius, padding} = getComputedStyle(image);
        return [backgroundColor, borderRadius, padding].join(", ");
    }))],

    // Pictures that share a slide with more than a heading, or whose letters are below 15 of 690
    // pixels. The smallest letters have 12 points; a drawing has 100 pixels an inch.
    smallPictures: () => slides.flatMap((slide, number) => [...slide.querySelectorAll("img")]
        .filter(image => {
            const {width, height} = image.getBoundingClientRect();
            const wide = image.getAttribute("width");
            const scale = Math.min(width / wide,
                height / (wide * image.naturalHeight / image.naturalWidth));
            const others = [...slide.querySelectorAll("p, li, pre, table")].filter(
                one => one.offsetParent && !one.closest(".live"));
            return others.length || scale * 12 * 100 / 72 < 15;
        }).map(image => `${number + 1}: ${image.alt.slice(0, 40)}`)),

    // Which answers do not fit on their slides when they are unfolded.
    cutWhenUnfolded: () => slides.flatMap((slide, number) => {
        show(number, true);
        return [...slide.querySelectorAll("details")].filter(answer => {
            answer.open = true;
            refit();
            const cut = slide.scrollHeight > slide.clientHeight;
            answer.open = false;
            refit();
            return cut;
        }).map(answer => answer.textContent);
    }),

    // The words of all slides without the heads of tables, which are repeated where a table
    // goes on, and headings that are repeated above a picture.
    words: () => [...document.querySelectorAll("main :not(thead *, .again, .again *)")].flatMap(part =>
        [...part.childNodes].filter(one => one.nodeType === 3).map(one => one.textContent.trim())
    ).filter(Boolean),

    // Where the slide that is shown lies, and what else is seen.
    seen: () => {
        return {
            ...slides[now].getBoundingClientRect().toJSON(),
            place: document.getElementById("place").textContent,
            shown: slides.filter(one => one.offsetParent !== null).length,
            pageWidth: document.documentElement.scrollWidth,
        };
    },
})
