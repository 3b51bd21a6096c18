/** A tile for each of thousands of nodes, of which only those in sight are drawn. */
import {html, nothing, svg} from './lit-html/lit-html.js';

const WIDTH = 190;
const HEIGHT = 64;
const ROWS_BEYOND = 2;
const MOST_CELLS = 32;

/** Returns a node and its pods in a sentence. */
export function summary(node) {
  const pods = node.parts.filter((p) => !['free', 'stranded', 'withheld'].includes(p.kind)).map((p) => p.label);
  const stranded = node.parts.filter((p) => p.kind === 'stranded').map((p) => `, ${p.label}`).join('');
  return `${node.name}, ${node.product}, ${node.availability}, ${node.free} of ${node.allocatable} free${stranded}${pods.length > 0 ? `; ${pods.join(', ')}` : ''}`;
}

/** Scrolls, and is moved through by the arrow keys; one node of it can be pointed at. */
export class Tiles {
  #scroll = 0;
  #width = 1000;
  #height = 600;
  #at = 0;
  #pointed = undefined;
  #frame = 0;

  toTop() {
    this.#at = 0;
    this.#pointed = undefined;
    this.#box()?.scrollTo(0, 0);
  }

  #box() {
    return document.querySelector('.grid');
  }

  get #columns() {
    return Math.max(1, Math.floor(this.#width / WIDTH));
  }

  /** Reads how large the grid has become. */
  measure(redraw) {
    const box = this.#box();
    if (box && (box.clientWidth !== this.#width || box.clientHeight !== this.#height || box.scrollTop !== this.#scroll)) {
      this.#width = box.clientWidth;
      this.#height = box.clientHeight;
      this.#scroll = box.scrollTop;
      redraw();
    }
  }

  view(nodes, chosen, choose, redraw) {
    const columns = this.#columns;
    const rows = Math.ceil(nodes.length / columns);
    const rowsInSight = Math.ceil(this.#height / HEIGHT) + 1 + 2 * ROWS_BEYOND;
    const first = Math.max(0, Math.min(Math.floor(this.#scroll / HEIGHT) - ROWS_BEYOND, rows - rowsInSight));
    const slots = new Array(Math.min(rowsInSight, rows) * columns).fill(nothing);
    for (let place = first * columns; place < Math.min(nodes.length, first * columns + slots.length); place++) {
      const tile = {node: nodes[place], place, columns, size: nodes.length, chosen, choose};
      slots[place % slots.length] = this.#tile(tile);
    }
    const scrolled = () => {
      this.#frame ||= requestAnimationFrame(() => {
        this.#frame = 0;
        this.measure(redraw);
      });
    };
    const point = (e) => {
      const place = e.target.closest('.tile')?.dataset.place;
      if (place !== undefined && nodes[place] !== this.#pointed) {
        this.#pointed = nodes[place];
        redraw();
      }
    };
    return html`
      <p class="pointed quiet" aria-hidden="true">${this.#pointed ? summary(this.#pointed) : 'Point at a node, or go to it by the arrow keys, to see its pods.'}</p>
      <div class="grid" tabindex="0" role="list" aria-label="Nodes; arrow keys move" @scroll=${scrolled} @pointerover=${point} @focusin=${point} @keydown=${(e) => this.#move(e, nodes.length, redraw)}>
        <div class="grid-whole" .style=${`height:${rows * HEIGHT}px`}>${slots}</div>
      </div>`;
  }

  /** Each place has its element as long as it is in sight, so that what has the focus keeps it. */
  #tile({node, place, columns, size, chosen, choose}) {
    return html`<div class="tile" role="listitem" data-place="${place}" aria-posinset="${place + 1}" aria-setsize="${size}"
      .style=${`left:${(place % columns) * WIDTH}px;top:${Math.floor(place / columns) * HEIGHT}px`}>
      <button type="button" tabindex="-1" class="${node.takesPods ? '' : 'closed'}" aria-pressed="${node.name === chosen.node}" aria-label="${summary(node)}"
        @click=${() => choose(node.name)}>
        <span class="tile-who" aria-hidden="true">${node.initials}</span><span class="tile-name">${node.name}</span> ${cells(node, chosen.tenant)}
      </button>
    </div>`;
  }

  #move(e, size, redraw) {
    const page = this.#columns * Math.max(1, Math.floor(this.#height / HEIGHT) - 1);
    const steps = {ArrowRight: 1, ArrowLeft: -1, ArrowDown: this.#columns, ArrowUp: -this.#columns, PageDown: page, PageUp: -page, Home: -size, End: size};
    const step = steps[e.key];
    if (step === undefined) {
      return;
    }
    e.preventDefault();
    const focused = document.activeElement.closest('.tile')?.dataset.place;
    this.#at = focused === undefined ? this.#at : Math.max(0, Math.min(Number(focused) + step, size - 1));
    const box = this.#box();
    const top = Math.floor(this.#at / this.#columns) * HEIGHT;
    box.scrollTop = Math.max(top + HEIGHT - this.#height, Math.min(box.scrollTop, top));
    this.measure(redraw);
    box.querySelector(`[data-place="${this.#at}"] button`)?.focus({preventScroll: true});
  }
}

/** Returns a cell for each unit; where there are too many, each stands for several. */
function cells(node, tenant) {
  const most = Math.min(MOST_CELLS, Math.max(1, Math.ceil(node.total)));
  const perRow = Math.max(8, Math.ceil(most / 2));
  node.paths ??= paths(node, most, perRow);
  return html`<svg class="cells" viewBox="0 0 ${perRow * 20} ${most > perRow ? 40 : 20}" preserveAspectRatio="xMinYMid meet" aria-hidden="true">
    ${node.paths.map((p) => svg`<path class="fill-${p.kind} ${tenant && p.tenant !== tenant ? 'dim' : ''}" fill="${p.fill}" d="${p.d}"><title>${p.label}</title></path>`)}
  </svg>`;
}

function paths(node, most, perRow) {
  const drawn = [];
  let at = 0;
  let sum = 0;
  for (const {amount, kind, tenant, fill = 'none', label} of node.parts) {
    sum += amount;
    let d = '';
    for (const until = Math.min(most, Math.round((sum * most) / node.total)); at < until; at++) {
      d += `M${(at % perRow) * 20 + 1} ${Math.floor(at / perRow) * 20 + 1}h18v18h-18z`;
    }
    const before = drawn.at(-1);
    if (d !== '' && tenant !== undefined && before?.tenant === tenant) {
      before.d += d;
      before.label += `, ${label}`;
    } else if (d !== '') {
      drawn.push({kind, tenant, fill, label, d});
    }
  }
  return drawn;
}
