"use strict";
const steps = JSON.parse(document.getElementById("steps").textContent);
const find = (id) => document.getElementById(id);
let at = 0;

function cards(into, list) {
  into.replaceChildren(...list.map(([up, down]) => {
    const card = document.createElement("div");
    card.className = "card";
    const active = document.createElement("b"), other = document.createElement("i");
    active.textContent = up;
    other.textContent = down;
    card.append(active, other);
    return card;
  }));
}

function show(to) {
  at = Math.max(0, Math.min(steps.length - 1, to));
  const step = steps[at];
  find("where").textContent = (at + 1) + " / " + steps.length;
  find("said").textContent = step.said;
  cards(find("table"), step.table);
  find("hands").replaceChildren(...step.hands.map((hand) => {
    const seat = document.createElement("section"), name = document.createElement("h3");
    const row = document.createElement("div");
    name.textContent = hand.name;
    name.className = hand.turn ? "turn" : "";
    row.className = "cards";
    cards(row, hand.cards);
    seat.append(name, row);
    return seat;
  }));
  find("back").disabled = at === 0;
  find("next").disabled = at === steps.length - 1;
}

find("back").addEventListener("click", () => show(at - 1));
find("next").addEventListener("click", () => show(at + 1));
document.addEventListener("keydown", (event) => {
  const moves = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: steps.length - 1 };
  if (event.key in moves) {
    event.preventDefault();
    show(moves[event.key]);
  }
});
show(0);
