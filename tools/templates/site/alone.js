{ // Each link opens its lesson alone, however many were open before. A reload keeps what is open.
  if (new URLSearchParams(location.search).has("path"))
    sessionStorage.setItem("posenc-workspace", `lesson-${Date.now()}`);
  const workspace = sessionStorage.getItem("posenc-workspace") ?? "default";
  const config = document.getElementById("jupyter-config-data");
  const written = new MutationObserver(() => {
    written.disconnect();
    config.textContent = JSON.stringify({ ...JSON.parse(config.textContent), workspace });
  });
  written.observe(config, { childList: true });
}
