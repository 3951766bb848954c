// A web worker with Python. python.js sends it requests, and in_page.py, which runs in it, draws.
let python, bytes = 0;

// Tell the page how many bytes have been fetched.
const whole = fetch;
self.fetch = async (...given) => {
  const answer = await whole(...given);
  const count = new TransformStream({transform(part, to) {
    postMessage({bytes: bytes += part.length});
    to.enqueue(part);
  }});
  return answer.body ? new Response(answer.body.pipeThrough(count), answer) : answer;
};

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
