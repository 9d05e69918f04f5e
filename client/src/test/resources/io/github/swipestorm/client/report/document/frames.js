// Once every frame is there: what was measured in each.
window.addEventListener('load', () => document.querySelectorAll('iframe').forEach((frame) => {
  const found = document.createElement('pre');
  found.className = 'found';
  found.title = frame.title;
  found.textContent = frame.contentDocument.getElementById('found').textContent;
  document.body.append(found);
}));
