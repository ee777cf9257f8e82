// A table sorts itself when a heading is clicked.
document.querySelectorAll("table.sortable").forEach(table => {
  const body = table.tBodies[0], heads = [...table.tHead.rows[table.tHead.rows.length - 1].cells];
  heads.forEach((head, column) => head.querySelector("button").addEventListener("click", () => {
    const rising = head.getAttribute("aria-sort") !== "ascending";
    heads.forEach(other => other.removeAttribute("aria-sort"));
    head.setAttribute("aria-sort", rising ? "ascending" : "descending");
    const key = row => row.cells[column].dataset.value, sign = rising ? 1 : -1;
    const number = row => parseFloat(key(row));
    const compare = head.classList.contains("number")
      ? (a, b) => isNaN(number(a)) - isNaN(number(b)) || sign * (number(a) - number(b)) || 0
      : (a, b) => sign * key(a).localeCompare(key(b));
    [...body.rows].sort(compare).forEach(row => body.append(row));
  }));
});

// A table that is too wide for its place shows on which sides there is more, and can be scrolled by keys.
document.querySelectorAll(".scroll").forEach(box => {
  const show = () => {
    const hidden = box.scrollWidth - box.clientWidth, scrolls = hidden > 1;
    box.parentNode.classList.toggle("more", scrolls && box.scrollLeft < hidden - 1);
    box.parentNode.classList.toggle("less", scrolls && box.scrollLeft > 1);
    const names = {tabindex: "0", role: "region", "aria-label": "Table, scrolls sideways"};
    for (const name in names) scrolls ? box.setAttribute(name, names[name]) : box.removeAttribute(name);
  };
  box.addEventListener("scroll", show);
  const watcher = new ResizeObserver(show);
  watcher.observe(box);
  watcher.observe(box.firstElementChild);
  show();
});
