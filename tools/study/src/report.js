// Shows the stones up to a move or pass; without this script all of them stay to be seen.
const board = document.querySelector('.board');
const stones = [...board.querySelectorAll('.stone')];
const numbers = [...board.querySelectorAll('.numbers text')];
const line = board.querySelector('.winning');
const slider = document.querySelector('#move');
const label = document.querySelector('#label');
const rows = [...document.querySelectorAll('tbody tr')];
const setup = stones.length - numbers.length;

// `number`: that of the row and of the stone; 0 is the beginning.
function show(number) {
    const at = Math.max(0, Math.min(rows.length, number));
    const count = at > 0 ? +rows[at - 1].dataset.stones : 0;
    slider.value = at;
    label.textContent = at + ' / ' + rows.length;
    stones.forEach((stone, i) => stone.classList.toggle('hidden', i >= setup + count));
    numbers.forEach((text, i) => text.classList.toggle('hidden', i >= count));
    if (line) line.classList.toggle('hidden', count !== numbers.length);
    rows.forEach((row, i) => row.classList.toggle('now', i === at - 1));
}

slider.addEventListener('input', () => show(+slider.value));
document.querySelector('#back').addEventListener('click', () => show(+slider.value - 1));
document.querySelector('#on').addEventListener('click', () => show(+slider.value + 1));
rows.forEach((row, i) => row.addEventListener('click', () => show(i + 1)));
document.addEventListener('keydown', event => {
    if (event.target === slider) return;
    if (event.key === 'ArrowLeft') show(+slider.value - 1);
    if (event.key === 'ArrowRight') show(+slider.value + 1);
});
show(rows.length);
