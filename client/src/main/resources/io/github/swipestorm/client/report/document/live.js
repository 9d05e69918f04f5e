// Fetches the page's content again each second until the run is over, and then goes where the page says, if it does.
const main = document.querySelector('main');
let missed = 0;

// Where the reader was: the windows that scroll keep their place, and the one with the keyboard keeps it.
function replaceContent(content) {
  const before = [...main.querySelectorAll('.scroll')];
  const places = before.map((window) => window.scrollLeft);
  const focused = before.indexOf(document.activeElement);
  main.innerHTML = content;
  const after = [...main.querySelectorAll('.scroll')];
  after.forEach((window, i) => { window.scrollLeft = places[i] || 0; });
  if (focused >= 0 && after[focused]) {
    after[focused].focus({preventScroll: true});
  }
}

async function update() {
  try {
    const answer = await fetch(main.dataset.content, {cache: 'no-store'});
    if (!answer.ok) {
      throw new Error(answer.statusText);
    }
    replaceContent(await answer.text());
    missed = 0;
    if (answer.headers.get('Run-State') === 'over') {
      document.getElementById('stop')?.remove();
      document.getElementById('load')?.remove();
      if (main.dataset.then) {
        location.assign(main.dataset.then);
      }
      return;
    }
  } catch (error) {
    missed += 1;
    if (missed === 3) {
      document.getElementById('gone').hidden = false;
      return;
    }
  }
  setTimeout(update, 1000);
}

setTimeout(update, 1000);
