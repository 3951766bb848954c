// A web worker with Python. python.js asks it, in_page.py in it draws.
let python;

async function begin({pyodide, packages, script}) {
  const {loadPyodide} = await import(`${pyodide}pyodide.mjs`);
  const running = await loadPyodide({indexURL: pyodide, packages});
  const answer = await fetch(script);
  if (!answer.ok) throw Error(`${script} is missing`);
  running.FS.writeFile("in_page.py", await answer.text());
  python = running.pyimport("in_page");
}

onmessage = async ({data: {id, call, given}}) => {
  try {
    postMessage({id, answer: call === "begin" ? await begin(given[0]) : python[call](...given)});
  } catch (error) {
    const line = String(error.message ?? error).trim().split("\n").pop();
    postMessage({id, error: line.replace(/^\w*Error: /, ""), ended: error.name !== "PythonError"});
  }
};
