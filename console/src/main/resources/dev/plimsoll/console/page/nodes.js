/** Every device of every node a cell; of thousands of nodes only those in sight are drawn. */
import {html, nothing, svg} from './lit-html/lit-html.js';
import {repeat} from './lit-html/directives/repeat.js';
import {get, getIfAllowed} from './api.js';
import {explainAddress, omissions, table} from './parts.js';
import {number, text} from './quantity.js';

export const title = 'Nodes';

/** The filters act on what is there. */
export const keepsWhileLoading = true;

const COLOURS = 12;
const TILE = {width: 190, height: 64};
const MOST_CELLS = 32;

export async function load({resource}, signal) {
  const capacity = await get('capacity', {}, signal);
  const resources = [...new Set(capacity.nodeGroups.map((g) => g.resource))].filter((r) => r.includes('/'));
  const chosen = resource || resources[0];
  const report = chosen ? await getIfAllowed('nodes', {resource: chosen}, signal, undefined) : undefined;
  return {resources, chosen, report, tenants: report ? tenants(report.nodes) : []};
}

function owner(pod) {
  return pod.tenant ?? pod.namespace;
}

/** Returns those who hold devices, the largest first, so that the largest have colours of their own. */
function tenants(nodes) {
  const held = new Map();
  for (const node of nodes) {
    for (const pod of node.pods) {
      held.set(owner(pod), (held.get(owner(pod)) ?? 0) + number(pod.amount));
    }
  }
  return [...held].sort((a, b) => b[1] - a[1] || a[0].localeCompare(b[0])).map(([name, amount]) => ({name, amount}));
}

const state = {filter: '', sort: 'fragmentation', chosen: '', scroll: 0, height: 600, width: 1000};

export function view({resources, chosen, report, tenants}, parameters, {redraw, go}) {
  if (!report) {
    return html`<p class="notice" role="note">${resources.length === 0 ? 'No node has a GPU or another extended resource.' : 'Nodes are for those who may get them.'}</p>`;
  }
  const colours = new Map(tenants.map((t, i) => [t.name, i % COLOURS]));
  const nodes = sorted(report.nodes.filter((n) => matches(n, state.filter)));
  return html`
    ${omissions(report)}
    <form class="controls" @submit=${(e) => e.preventDefault()}>
      <label>Resource <select @change=${(e) => go(`/nodes?resource=${encodeURIComponent(e.target.value)}`)}>
        ${resources.map((r) => html`<option value="${r}" ?selected=${r === chosen}>${r}</option>`)}
      </select></label>
      <label>Sort by <select @change=${(e) => { state.sort = e.target.value; redraw(); }}>
        ${['fragmentation', 'free', 'name'].map((s) => html`<option value="${s}" ?selected=${s === state.sort}>${s}</option>`)}
      </select></label>
      <label>Find <input type="search" placeholder="node, product, namespace, pod" .value=${state.filter} @input=${(e) => { state.filter = e.target.value; redraw(); }}></label>
      <output aria-live="polite">${nodes.length} of ${report.nodes.length} nodes, ${text(nodes.reduce((sum, n) => sum + (n.takesPods ? number(n.free) : 0), 0))} free</output>
    </form>
    <ul class="legend" aria-label="Tenants">
      ${tenants.slice(0, 24).map((t) => html`<li><span class="swatch fill-t${colours.get(t.name)}" aria-hidden="true"></span>${t.name} <span class="quiet">${text(t.amount)}</span></li>`)}
      <li><span class="swatch fill-others" aria-hidden="true"></span>others</li>
      <li><span class="swatch fill-free" aria-hidden="true"></span>free</li>
      <li><span class="swatch fill-withheld" aria-hidden="true"></span>withheld</li>
    </ul>
    ${grid(nodes, colours, redraw)}
    ${detail(report.nodes.find((n) => n.name === state.chosen))}
  `;
}

function matches(node, filter) {
  const wanted = filter.trim().toLowerCase();
  return (
    wanted === '' ||
    node.name.toLowerCase().includes(wanted) ||
    node.product.toLowerCase().includes(wanted) ||
    node.pods.some((p) => `${p.namespace}/${p.name}`.toLowerCase().includes(wanted) || owner(p).toLowerCase().includes(wanted))
  );
}

/** A node is fragmented by what is free beside what is taken, since a whole node needs neither. */
function fragments(node) {
  const free = number(node.free);
  return node.takesPods && free < number(node.allocatable) ? free : 0;
}

function sorted(nodes) {
  const orders = {
    fragmentation: (a, b) => fragments(b) - fragments(a),
    free: (a, b) => number(b.free) - number(a.free),
    name: () => 0,
  };
  const byName = (a, b) => a.name.localeCompare(b.name, undefined, {numeric: true});
  return [...nodes].sort((a, b) => orders[state.sort](a, b) || byName(a, b));
}

function grid(nodes, colours, redraw) {
  const columns = Math.max(1, Math.floor(state.width / TILE.width));
  const rows = Math.ceil(nodes.length / columns);
  const first = Math.max(0, Math.min(Math.floor(state.scroll / TILE.height) - 2, rows - 1));
  const last = Math.min(rows, Math.ceil((state.scroll + state.height) / TILE.height) + 2);
  const inSight = nodes.slice(first * columns, last * columns);
  const measure = (e) => {
    const box = e.currentTarget;
    if (box.scrollTop !== state.scroll || box.clientWidth !== state.width || box.clientHeight !== state.height) {
      Object.assign(state, {scroll: box.scrollTop, width: box.clientWidth, height: box.clientHeight});
      redraw();
    }
  };
  return html`<div class="grid" tabindex="0" role="list" aria-label="Nodes" @scroll=${measure} @pointerenter=${measure} @focusin=${measure}>
    <div class="grid-whole" .style=${`height:${rows * TILE.height}px`}>
      ${repeat(
        inSight,
        (n) => n.name,
        (n, i) => {
          const place = first * columns + i;
          return html`<div class="tile" role="listitem" aria-posinset="${place + 1}" aria-setsize="${nodes.length}"
            .style=${`left:${(place % columns) * TILE.width}px;top:${Math.floor(place / columns) * TILE.height}px`}>
            <button type="button" class="${n.takesPods ? '' : 'closed'}" aria-pressed="${n.name === state.chosen}" aria-label="${summary(n)}"
              @click=${() => { state.chosen = state.chosen === n.name ? '' : n.name; redraw(); }}>
              <span class="tile-name">${n.name}</span> ${cells(n, colours)}
            </button>
          </div>`;
        },
      )}
    </div>
  </div>`;
}

function summary(node) {
  return `${node.name}, ${node.product}: ${node.free} of ${node.allocatable} free${node.takesPods ? '' : `, ${node.availability}`}`;
}

/** Returns a cell for each unit; where there are too many, each stands for several. */
function cells(node, colours) {
  const total = number(node.allocatable);
  const parts = [
    ...node.pods.map((p) => ({amount: number(p.amount), kind: `t${colours.get(owner(p))}`, label: `${p.namespace}/${p.name}: ${p.amount}`})),
    {amount: number(node.others), kind: 'others', label: `others: ${node.others}`},
    {amount: number(node.free), kind: node.takesPods ? 'free' : 'withheld', label: node.takesPods ? `free: ${node.free}` : `${node.availability}: ${node.free} withheld`},
  ].filter((p) => p.amount > 0);
  const most = Math.min(MOST_CELLS, Math.max(1, Math.ceil(total)));
  const perCell = total / most;
  const perRow = Math.max(8, Math.ceil(most / 2));
  const drawn = [];
  let at = 0;
  let sum = 0;
  for (const part of parts) {
    sum += part.amount;
    const until = Math.min(most, Math.round(sum / perCell));
    for (; at < until; at++) {
      drawn.push(svg`<rect class="fill-${part.kind}" x="${(at % perRow) * 20 + 1}" y="${Math.floor(at / perRow) * 20 + 1}" width="18" height="18" rx="3"><title>${part.label}</title></rect>`);
    }
  }
  return html`<svg class="cells" viewBox="0 0 ${perRow * 20} ${most > perRow ? 40 : 20}" preserveAspectRatio="xMinYMid meet" aria-hidden="true">${drawn}</svg>`;
}

function detail(node) {
  if (!node) {
    return nothing;
  }
  return html`<section class="card" aria-labelledby="node-detail" aria-live="polite">
    <h2 id="node-detail">${node.name}</h2>
    <p>${node.product}, ${node.availability}, ${node.free} of ${node.allocatable} free.</p>
    ${table('Pods on the node', html`
      <thead><tr><th scope="col">Namespace</th><th scope="col">Pod</th><th scope="col" class="number">Has</th></tr></thead>
      <tbody>
        ${node.pods.map((p) => html`<tr><td>${p.namespace}</td><td><a href="${explainAddress({kind: 'Pod', ...p})}">${p.name}</a></td><td class="number">${p.amount}</td></tr>`)}
        ${number(node.others) > 0 ? html`<tr><td colspan="2">pods of other namespaces</td><td class="number">${node.others}</td></tr>` : nothing}
      </tbody>
    `)}
  </section>`;
}
