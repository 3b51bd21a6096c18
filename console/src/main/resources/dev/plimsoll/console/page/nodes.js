/** Every device of every node a cell, and who has it. */
import {html, nothing} from './lit-html/lit-html.js';
import {getIfAllowed} from './api.js';
import {choice, count, explainAddress, exportButton, isUnread, omissions, search, table} from './parts.js';
import {number, text} from './quantity.js';
import {fill, initials, patterns} from './patterns.js';
import {summary, Tiles} from './tiles.js';

export const title = 'Nodes';

/** The filters act on what is there. */
export const keepsWhileLoading = true;

const NATURAL = new Intl.Collator(undefined, {numeric: true});
const ORDERS = {
  fragmentation: (a, b) => b.fragments - a.fragments,
  free: (a, b) => b.usableAmount - a.usableAmount,
  product: (a, b) => NATURAL.compare(a.product, b.product),
  name: () => 0,
};

export async function load({resource}, signal) {
  const report = await getIfAllowed('nodes', {resource}, signal, undefined);
  if (!report) {
    return {};
  }
  const tenants = holders(report.nodes);
  const colours = new Map(tenants.map((t, i) => [t.name, i]));
  const nodes = report.nodes.map((n) => described(n, colours)).sort((a, b) => NATURAL.compare(a.name, b.name));
  return {report, tenants, nodes, products: products(nodes)};
}

function owner(pod) {
  return pod.tenant ?? pod.namespace;
}

/** Returns those who hold devices, the largest first, so that the largest have colours of their own. */
function holders(nodes) {
  const held = new Map();
  for (const node of nodes) {
    for (const pod of node.pods) {
      held.set(owner(pod), (held.get(owner(pod)) ?? 0) + number(pod.amount));
    }
  }
  return [...held].sort((a, b) => b[1] - a[1] || a[0].localeCompare(b[0])).map(([name, amount]) => ({name, amount}));
}

/** Returns a node with what is drawn of it, and what it is found by. */
function described(node, colours) {
  const total = number(node.allocatable);
  const free = number(node.free);
  const usable = node.takesPods ? number(node.usable) : free;
  return {
    ...node,
    total,
    freeAmount: node.takesPods ? free : 0,
    strandedAmount: free - usable,
    usableAmount: node.takesPods ? usable : 0,
    /** What is free beside what is taken; a whole node is not fragmented. */
    fragments: node.takesPods && free < total ? usable : 0,
    isWhole: node.takesPods && usable === total,
    parts: [
      ...node.pods.map((p) => ({amount: number(p.amount), kind: 'tenant', tenant: owner(p), fill: fill(colours.get(owner(p))), label: `${p.namespace}/${p.name}: ${p.amount}`})),
      {amount: number(node.others), kind: 'others', label: `others: ${node.others}`},
      {amount: usable, kind: node.takesPods ? 'free' : 'withheld', label: node.takesPods ? `free: ${node.usable}` : `${node.availability}: ${node.free} withheld`},
      {amount: free - usable, kind: 'stranded', label: `stranded: ${text(free - usable)} free, with too little CPU or memory left`},
    ].filter((p) => p.amount > 0),
    owners: new Set(node.pods.map(owner)),
    initials: [...new Set(node.pods.map(owner))].map(initials).join(' '),
    words: [node.name, node.product, ...node.pods.map((p) => `${p.namespace}/${p.name} ${owner(p)}`)].join(' ').toLowerCase(),
  };
}

function products(nodes) {
  const byProduct = new Map();
  for (const n of nodes) {
    const p = byProduct.get(n.product) ?? {name: n.product, nodes: 0, total: 0, free: 0, stranded: 0, whole: 0, largest: 0};
    p.nodes += 1;
    p.total += n.total;
    p.free += n.freeAmount;
    p.stranded += n.strandedAmount;
    p.whole += n.isWhole ? 1 : 0;
    p.largest = Math.max(p.largest, n.usableAmount);
    byProduct.set(n.product, p);
  }
  return [...byProduct.values()].sort((a, b) => b.total - a.total || NATURAL.compare(a.name, b.name));
}

const tiles = new Tiles();
let order = {};

/** Returns the nodes that are asked for, in order, which is made anew only if something of it has changed. */
function ordered(nodes, {find = '', product = '', tenant = '', sort = 'fragmentation'}) {
  const asked = [find, product, tenant, sort].join('\n');
  if (order.of !== nodes || order.asked !== asked) {
    const wanted = find.trim().toLowerCase();
    const found = nodes.filter((n) => (product === '' || n.product === product) && (tenant === '' || n.owners.has(tenant)) && n.words.includes(wanted));
    order = {of: nodes, asked, nodes: found.sort(ORDERS[sort] ?? ORDERS.name)};
  }
  return order.nodes;
}

export function view({report, nodes, tenants, products}, parameters, {redraw, go, set}) {
  if (!report) {
    return html`<p class="notice" role="note">Nodes are for those who may get them.</p>`;
  }
  if (nodes.length === 0) {
    return html`${omissions(report)}${isUnread(report, 'nodes') ? nothing : html`<p class="notice" role="note">No node has ${report.resource ?? 'a GPU or another extended resource'}.</p>`}${devices(report)}`;
  }
  const change = (name, value) => {
    tiles.toTop();
    set(name, value);
  };
  const shown = ordered(nodes, parameters);
  const names = (values) => values.map((v) => [v, v]);
  return html`
    ${patterns(tenants.length)}
    ${omissions(report)}
    <form class="controls" @submit=${(e) => e.preventDefault()}>
      ${choice('resource', 'Resource', names(report.resources), report.resource, (name, value) => go(`/nodes?resource=${encodeURIComponent(value)}`))}
      ${choice('product', 'Product', [['', 'all'], ...names(products.map((p) => p.name))], parameters.product, change)}
      ${choice('sort', 'Sort by', names(Object.keys(ORDERS)), parameters.sort ?? 'fragmentation', change)}
      ${search(parameters, 'node, product, namespace, pod', change)}
      ${exportButton('nodes', ['node', 'product', 'availability', 'allocatable', 'free', 'stranded', 'tenants'],
        () => shown.map((n) => [n.name, n.product, n.availability, n.allocatable, n.free, text(n.strandedAmount), [...n.owners].join(' ')]))}
      <output aria-live="polite">${shown.length} of ${nodes.length} nodes, ${freeAndStranded(shown)}, ${count(shown.filter((n) => n.isWhole).length, 'whole node')}</output>
    </form>
    <ul class="legend tenants" aria-label="Tenants; a click shows one alone" tabindex="0">
      ${tenants.map((t, i) => html`<li><button type="button" aria-pressed="${t.name === parameters.tenant}" @click=${() => change('tenant', t.name === parameters.tenant ? '' : t.name)}><svg class="swatch" viewBox="0 0 20 20" aria-hidden="true"><rect width="20" height="20" fill="${fill(i)}"></rect></svg>${t.name} <span class="quiet">${initials(t.name)} ${text(t.amount)}</span></button></li>`)}
      ${['others', 'free', 'stranded', 'withheld'].map((kind) => html`<li><span class="swatch fill-${kind}" aria-hidden="true"></span>${kind}</li>`)}
    </ul>
    <svg class="patterns" width="0" height="0" aria-hidden="true"><pattern id="hatched" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width="6" height="6" class="hatch-ground"></rect><rect width="2.5" height="6" class="hatch-line"></rect></pattern></svg>
    ${tiles.view(shown, {node: parameters.node, tenant: parameters.tenant}, (name) => set('node', parameters.node === name ? '' : name), redraw)}
    ${detail(nodes.find((n) => n.name === parameters.node))}
    ${byProduct(products)}
    ${devices(report)}
  `;
}

/** Returns how much is free, and how much of that no typical pod can use. */
function freeAndStranded(nodes) {
  const sum = (amount) => nodes.reduce((total, n) => total + amount(n), 0);
  const stranded = sum((n) => n.strandedAmount);
  return `${text(sum((n) => n.freeAmount))} free${stranded > 0 ? ` (${text(stranded)} of these stranded: too little CPU or memory beside them)` : ''}`;
}

/** Called once the view is there. */
export function drawn({redraw}) {
  tiles.measure(redraw);
}

function detail(node) {
  if (!node) {
    return nothing;
  }
  return html`<section class="card" aria-labelledby="node-detail" aria-live="polite">
    <h2 id="node-detail">${node.name}</h2>
    <p>${summary(node)}</p>
    ${table('Pods on the node', html`
      <thead><tr><th scope="col">Namespace</th><th scope="col">Pod</th><th scope="col" class="number">Has</th></tr></thead>
      <tbody>
        ${node.pods.map((p) => html`<tr><td>${p.namespace}</td><td><a href="${explainAddress({kind: 'Pod', ...p})}">${p.name}</a></td><td class="number">${p.amount}</td></tr>`)}
        ${number(node.others) > 0 ? html`<tr><td colspan="2">pods of other namespaces</td><td class="number">${node.others}</td></tr>` : nothing}
      </tbody>
    `)}
  </section>`;
}

function byProduct(products) {
  return html`<section class="card" aria-labelledby="products"><h2 id="products">By product</h2>
    ${figures('Figures by product', ['Product', 'Nodes', 'Devices', 'Free', 'Stranded', 'Whole nodes free', 'Most usable on a node'],
      products.map((p) => [p.name, p.nodes, text(p.total), text(p.free), text(p.stranded), p.whole, text(p.largest)]))}
  </section>`;
}

/** Returns the devices that drivers publish in ResourceSlices, where they do. */
function devices({deviceGroups, deviceFailures}) {
  if (deviceGroups.length + deviceFailures.length === 0) {
    return nothing;
  }
  return html`<section class="card" aria-labelledby="devices"><h2 id="devices">Devices by class</h2>
    ${deviceFailures.map((f) => html`<p class="notice" role="note">${f}</p>`)}
    ${figures('Figures by class', ['DeviceClass', 'Devices', 'Allocated', 'Blocked', 'Withheld', 'Free', 'Most free on a node'],
      deviceGroups.map((g) => [g.deviceClass, g.total, g.allocated, g.blocked, g.withheld, g.free, g.largestFreeBlock]))}
  </section>`;
}

function figures(label, heads, rows) {
  return table(label, html`
    <thead><tr>${heads.map((h, i) => html`<th scope="col" class="${i > 0 ? 'number' : ''}">${h}</th>`)}</tr></thead>
    <tbody>${rows.map(([name, ...amounts]) => html`<tr><th scope="row">${name}</th>${amounts.map((a) => html`<td class="number">${a}</td>`)}</tr>`)}</tbody>
  `);
}
