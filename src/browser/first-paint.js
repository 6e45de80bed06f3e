// Before anything is painted: the colours that were chosen on this device last. A file of its own, and no module, since modules
// run after the first paint and the page's policy forbids scripts inside it.
const { theme } = localStorage;
if (theme) document.documentElement.dataset.theme = theme;
