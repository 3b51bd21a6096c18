/** What there is of each resource, who has it, and what was promised and is wanted. */
import {html, nothing} from './lit-html/lit-html.js';
import {getIfAllowed, getIfKnown, get} from './api.js';
import {bar, copyButton, cost, count, explainAddress, few, isUnread, largest, omissions, second, table} from './parts.js';
import {flavors} from './flavors.js';
import {number, text} from './quantity.js';

export const title = 'Overview';

export async function load(parameters, signal) {
  const [overview, capacity, gaps, history, held] = await Promise.all([
    getIfAllowed('overview', {}, signal, undefined),
    getIfAllowed('capacity', {}, signal, {nodeGroups: []}),
    get('gaps', {}, signal),
    getIfAllowed('history', {}, signal, {points: []}),
    getIfKnown('held-pods', {}, signal),
  ]);
  return {overview, capacity, gaps, history, held: held.heldPods ?? []};
}

const MOST_URGENT = 3;

export function view({overview, capacity, gaps, history, held}) {
  return html`
    ${urgent(gaps, held)}
    ${overview === undefined
      ? html`<p class="notice" role="note">Figures of the whole cluster are for those who may get nodes.</p>`
      : html`${omissions(overview)} ${overview.resources.map((r) => resource(r, capacity.nodeGroups, isUnread(overview, 'resourcequotas') ? 'not known' : 'none'))}
          ${overview.resources.length === 0 && !isUnread(overview, 'nodes') ? html`<p>No node has a GPU or another extended resource.</p>` : nothing}
          ${flavors(capacity)}`}
    ${troubles(gaps)}
    ${history.points.length > 0 ? lastHour(history) : nothing}
  `;
}

/** Who waits, why, and what to do now: the costliest causes first. */
function urgent(report, held) {
  const {deniedPods, pendingPods} = report.summary;
  const causes = byRemedy(report.gaps.filter((g) => g.severity !== 'Info'));
  const costliest = causes.slice(0, MOST_URGENT);
  return html`<section class="urgent" aria-labelledby="urgent">
    <h2 id="urgent">Who waits, why, and what now</h2>
    <p>${count(deniedPods, 'pod')} denied, ${count(pendingPods, 'pod')} pending${held.length > 0 ? html`, of these <a href="/decisions">${held.length} held by policy</a>` : nothing}.
      ${costliest.length < report.gaps.length ? html`<a href="/gaps">All ${count(report.gaps.length, 'gap')}</a>` : nothing}</p>
    ${costliest.length === 0 ? html`<p>Nothing waits for want of quota or capacity, as far as it was read.</p>` : html`<ol>${costliest.map(cause)}</ol>`}
  </section>`;
}

function objectName(g) {
  return [g.object.kind.toLowerCase(), g.object.name].filter(Boolean).join('/');
}

function label(g) {
  return `${g.namespace ? `${g.namespace} ` : ''}${objectName(g)}`;
}

/** Gathers under the costliest gap those that its command ends, and those that only have the same cause. */
function byRemedy(gaps) {
  const causes = [];
  const byCommand = new Map();
  const byLikeness = new Map();
  for (const gap of gaps) {
    const remedy = gap.remedies.find((r) => r.helps);
    const likeness = [gap.kind, gap.resource, remedy?.action].join('\n');
    const ended = remedy?.command ? byCommand.get(remedy.command) : undefined;
    const like = byLikeness.get(likeness);
    if (ended) {
      ended.others.push(gap);
    } else if (like) {
      like.alike.push(gap);
    } else {
      const cause = {gap, remedy, others: [], alike: []};
      causes.push(cause);
      byCommand.set(remedy?.command, cause);
      byLikeness.set(likeness, cause);
    }
  }
  return causes;
}

function cause({gap: g, remedy, others, alike}) {
  const name = objectName(g);
  const address = explainAddress(g.object);
  const costs = [cost(g), g.cost.since ? `since ${second(g.cost.since)}` : ''].filter(Boolean).join(', ');
  return html`<li class="severity-${g.severity}">
    <p><strong>${g.namespace ? `${g.namespace} ` : ''}${address ? html`<a href="${address}">${name}</a>` : name}</strong> ${g.message}</p>
    ${costs ? html`<p class="quiet">${costs}</p>` : nothing}
    ${alike.length > 0 ? html`<p class="quiet"><a href="/gaps?kind=${g.kind}">${count(alike.length, 'more gap')}</a> of the same cause: ${few(alike.map(label))}</p>` : nothing}
    ${remedy
      ? html`<p>${remedy.action} <span class="who">${remedy.who.join(', ')}</span>${others.length > 0 ? html` <span class="quiet">This also ends the ${others.length === 1 ? 'gap' : 'gaps'} of ${few(others.map(label))}.</span>` : nothing}</p>
          ${remedy.command ? html`<div class="command"><pre tabindex="0"><code>${remedy.command}</code></pre>${copyButton(remedy.command, `the command for ${name}`)}</div>` : nothing}`
      : html`<p><a href="/gaps?id=${g.id}">${g.remedies.length > 0 ? 'Nothing that was tried helps by itself' : 'No remedy is known'}</a></p>`}
  </li>`;
}

const CHANGING = [['allocatable', 'capacity'], ['placed', 'placed'], ['free', 'free'], ['withheld', 'withheld'], ['limits', 'quotas'], ['demand', 'demand']];

/** What differs between two points, by resource. */
function differences(before, after) {
  const names = [...new Set([...before.resources, ...after.resources].map((r) => r.resource))];
  const of = (point, name) => point.resources.find((r) => r.resource === name) ?? {};
  return names.flatMap((name) => CHANGING
    .filter(([field]) => of(before, name)[field] !== of(after, name)[field])
    .map(([field, label]) => `${name} ${label} ${of(before, name)[field] ?? 'none'} → ${of(after, name)[field] ?? 'none'}`));
}

function lastHour({points, until}) {
  const clock = (time) => html`<time datetime="${time}">${new Date(time).toLocaleTimeString()}</time>`;
  const changes = points.slice(1).map((p, i) => ({time: p.time, what: differences(points[i], p)})).reverse();
  return html`<section class="card" aria-labelledby="last-hour">
    <h2 id="last-hour">What changed in the last hour</h2>
    ${changes.length === 0
      ? html`<p>Nothing, since ${clock(points[0].time)}; looked at last at ${clock(until)}.</p>`
      : html`<p>In all, since ${clock(points[0].time)}: ${differences(points[0], points[points.length - 1]).join('; ') || 'as it was then'}.</p>
          <details><summary>${changes.length} ${changes.length === 1 ? 'change' : 'changes'}</summary>
            ${table('Changes in the last hour', html`<thead><tr><th scope="col">Found at</th><th scope="col">Change</th></tr></thead>
              <tbody>${changes.map((c) => html`<tr><td>${clock(c.time)}</td><td>${c.what.join('; ')}</td></tr>`)}</tbody>`)}
          </details>`}
  </section>`;
}

function resource(r, groups, noQuotas) {
  const scale = largest(r.allocatable, r.limits, r.demand);
  const marks = [
    ...(r.limits === undefined ? [] : [{amount: number(r.limits), kind: 'quota', label: `quotas: ${r.limits}`}]),
    {amount: number(r.demand), kind: 'demand', label: `demand: ${r.demand}`},
  ];
  return html`<section class="card" aria-labelledby="resource-${r.resource}">
    <h2 id="resource-${r.resource}">${r.resource}</h2>
    ${bar(segments(r), marks, scale, sentence(r, noQuotas), number(r.allocatable))}
    <dl class="figures">
      ${figure('capacity', r.allocatable, 'track')} ${figure('placed', r.placed, 'placed')}
      ${figure('free', r.free, 'free')} ${figure('withheld', r.withheld, 'withheld')}
      ${figure('quotas', r.limits ?? noQuotas, 'quota')} ${figure('demand', r.demand, 'demand')}
    </dl>
    ${physicalSum(groups.filter((g) => g.resource === r.resource))}
    ${table(`${r.resource} by product`, html`
      <caption>By product</caption>
      <thead><tr><th scope="col">Nodes</th><th scope="col" class="number">Capacity</th><th scope="col" class="number">Placed</th><th scope="col" class="number">Free</th><th scope="col" class="number" title="free beside too little CPU or memory">Stranded</th><th scope="col" class="number">Withheld</th><th scope="col" class="number">Largest free block</th><th scope="col" class="wide">Use</th></tr></thead>
      <tbody>
        ${groups
          .filter((g) => g.resource === r.resource)
          .map(
            (g) => html`<tr>
              <th scope="row">${g.product} <span class="quiet nowrap">${g.nodes.length} × ${g.perNode}</span>${physical(g)}</th>
              <td class="number">${g.total}</td><td class="number">${g.placed ?? '?'}</td><td class="number">${g.free ?? '?'}</td>
              <td class="number">${g.usable === undefined ? '?' : text(stranded(g))}</td>
              <td class="number">${g.withheld ?? '?'}</td><td class="number">${g.largestFreeBlock ?? '?'}</td>
              <td class="wide">${bar(segments(g), [], number(g.total), `${g.product}: ${g.placed ?? '?'} of ${g.total} placed`)}</td>
            </tr>`,
          )}
      </tbody>
    `)}
    <p><a href="/nodes?resource=${encodeURIComponent(r.resource)}">All nodes with ${r.resource}</a></p>
  </section>`;
}

/** Returns a sentence with the physical devices of all groups; nothing where each unit is a device. */
function physicalSum(groups) {
  if (groups.every((g) => g.physical === undefined)) {
    return nothing;
  }
  const sums = {devices: 0, unknown: 0};
  for (const g of groups) {
    const [numerator, denominator = 1] = (g.physical?.devices ?? g.total).split('/');
    sums[g.physical?.known === false ? 'unknown' : 'devices'] += number(numerator) / Number(denominator);
  }
  const unknown = sums.unknown > 0 ? ` and ${text(sums.unknown)} parts of devices` : '';
  return html`<p class="quiet">These are units, as quotas count them: ${Math.round(sums.devices * 100) / 100} physical devices${unknown}.</p>`;
}

/** Returns the physical devices of a group where its units are parts of devices. */
function physical({physical: p}) {
  if (p === undefined) {
    return nothing;
  }
  return html` <span class="quiet nowrap">${p.known ? `= ${p.devices} ${p.devices === '1' ? 'device' : 'devices'}` : 'parts of devices'}</span>`;
}

function segments(r) {
  return [
    {amount: number(r.placed), kind: 'placed', label: `placed: ${r.placed}`},
    {amount: number(r.free) - stranded(r), kind: 'free', label: `free: ${r.usable ?? r.free}`},
    {amount: stranded(r), kind: 'stranded', label: `stranded: ${text(stranded(r))} free beside too little CPU or memory`},
    {amount: number(r.withheld), kind: 'withheld', label: `withheld: ${r.withheld}`},
  ];
}

/** Returns how much is free beside too little CPU or memory; nothing is known to be where pods were not read. */
function stranded(r) {
  return r.usable === undefined ? 0 : number(r.free) - number(r.usable);
}

function sentence(r, noQuotas) {
  return `${r.resource}: ${r.placed} of ${r.allocatable} placed, ${r.free} free, ${r.withheld} withheld, quotas ${r.limits ?? noQuotas}, demand ${r.demand}`;
}

function figure(name, value, kind) {
  return html`<div><dt><span class="swatch fill-${kind}" aria-hidden="true"></span>${name}</dt><dd>${value}</dd></div>`;
}

function troubles(report) {
  const bySeverity = ['Error', 'Warning', 'Info'].map((severity) => [severity, report.gaps.filter((g) => g.severity === severity).length]);
  const waiting = report.summary;
  return html`<section class="card" aria-labelledby="troubles">
    <h2 id="troubles">Gaps</h2>
    ${omissions(report)}
    ${report.unknowns.length > 0 ? html`<p class="notice" role="note">${count(report.unknowns.length, 'question')} could not be answered, since not all was read.</p>` : nothing}
    <dl class="figures">
      ${bySeverity.map(([severity, n]) => html`<div><dt><span class="swatch severity-${severity}" aria-hidden="true"></span>${severity}</dt><dd><a href="/gaps?severity=${severity}">${n}</a></dd></div>`)}
      <div><dt>pods denied</dt><dd>${waiting.deniedPods}</dd></div>
      <div><dt>pods pending</dt><dd>${waiting.pendingPods}</dd></div>
    </dl>
    <p><a href="/gaps">All gaps</a></p>
  </section>`;
}
