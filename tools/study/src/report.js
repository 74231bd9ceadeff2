// Shows the stones up to a move; without this script all of them stay to be seen.
const board = document.querySelector('.board');
const stones = [...board.querySelectorAll('.stone')];
const numbers = [...board.querySelectorAll('.numbers text')];
const line = board.querySelector('.winning');
const slider = document.querySelector('#move');
const label = document.querySelector('#label');
const rows = [...document.querySelectorAll('tbody tr')];
const setup = stones.length - numbers.length;

function show(move) {
    const count = Math.max(0, Math.min(numbers.length, move));
    slider.value = count;
    label.textContent = count + ' / ' + numbers.length;
    stones.forEach((stone, i) => stone.classList.toggle('hidden', i >= setup + count));
    numbers.forEach((text, i) => text.classList.toggle('hidden', i >= count));
    if (line) line.classList.toggle('hidden', count !== numbers.length);
    // A pass leaves the stones of the move before it.
    const now = rows.find(row => count > 0 && +row.dataset.stones === count);
    rows.forEach(row => row.classList.toggle('now', row === now));
}

slider.addEventListener('input', () => show(+slider.value));
document.querySelector('#back').addEventListener('click', () => show(+slider.value - 1));
document.querySelector('#on').addEventListener('click', () => show(+slider.value + 1));
rows.forEach(row => row.addEventListener('click', () => show(+row.dataset.stones)));
document.addEventListener('keydown', event => {
    if (event.target === slider) return;
    if (event.key === 'ArrowLeft') show(+slider.value - 1);
    if (event.key === 'ArrowRight') show(+slider.value + 1);
});
show(numbers.length);
