// What a browser has made of the page, as JSON in an element of its own.
function overlap(a, b) {
  return Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
      && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 3;
}

function measured(svg) {
  const frame = svg.getBoundingClientRect();
  const texts = [...svg.querySelectorAll('text')];
  const boxes = texts.map((text) => text.getBoundingClientRect());
  const outside = texts.filter((text, i) => boxes[i].left < frame.left - 1 || boxes[i].right > frame.right + 1
      || boxes[i].top < frame.top - 1 || boxes[i].bottom > frame.bottom + 1).map((text) => text.textContent);
  const covered = [];
  texts.forEach((text, i) => texts.slice(0, i).forEach((other, j) => {
    if (overlap(boxes[i], boxes[j])) {
      covered.push(other.textContent + ' | ' + text.textContent);
    }
  }));
  const labels = {};
  // A label stands a third of its size below the height that it names.
  texts.forEach((text) => { labels[text.textContent] ??= Number(text.getAttribute('y')) - 4; });
  const lines = [...svg.querySelectorAll('polyline')].map((line) => [...line.points].map((point) => point.y));
  return {
    title: svg.querySelector('title').textContent,
    shapes: svg.querySelectorAll('polyline, polygon, path, circle').length,
    polygons: [...svg.querySelectorAll('polygon')].map((polygon) => {
      const box = polygon.getBBox();
      return {x: box.x, y: box.y, width: box.width, height: box.height};
    }),
    longestLine: lines.reduce((longest, line) => (line.length > longest.length ? line : longest), []),
    labels, outside, covered,
    sheet: getComputedStyle(svg.querySelector('rect')).fill,
    writing: texts.length ? getComputedStyle(texts[0]).fill : '',
  };
}

const found = document.createElement('pre');
found.id = 'found';
found.hidden = true;
found.textContent = JSON.stringify({
  page: getComputedStyle(document.body).backgroundColor,
  screen: window.innerWidth,
  width: document.documentElement.scrollWidth,
  figures: document.querySelectorAll('figure').length,
  charts: [...document.querySelectorAll('svg')].map(measured),
});
document.body.append(found);
