/** Where the hours of devices went: from capacity to allocated, by cause and by tenant. */
import {html, nothing} from './lit-html/lit-html.js';
import {getIfKnown} from './api.js';
import {bar, choice, exportButton, second, table} from './parts.js';

export const title = 'Where it went';
export const keepsWhileLoading = true;

const PERIODS = [['1d', 'one day'], ['7d', '7 days'], ['', '30 days']];

/** The colours of states; a state that is free and wanted is missing to somebody. */
const KINDS = {
  broken: 'withheld',
  withheld: 'withheld',
  reserved: 'others',
  busy: 'placed',
  idle: 'pending',
  allocated: 'placed',
  free: 'free',
  unknown: 'others',
};

export async function load({since = ''}, signal) {
  const [all, tenants] = await Promise.all([
    getIfKnown('hours', {since}, signal),
    getIfKnown('hours', {since, by: 'tenant'}, signal),
  ]);
  return {all, tenants};
}

export function view({all, tenants}, parameters, {go}) {
  const period = choice('since', 'Period', PERIODS, parameters.since, (_, since) => go(since ? `/hours?since=${since}` : '/hours'));
  if (all.notKnown) {
    return html`<div class="controls">${period}</div><p class="quiet">Hours of devices: ${all.notKnown.replace(/\.$/, '')}.</p>`;
  }
  const resources = [...new Set(all.lines.map((l) => l.resource))];
  return html`
    <div class="controls">${period}
      ${exportButton('hours', ['tenant', 'resource', 'state', 'hours', 'hours before'], () => [...all.lines, ...(tenants.lines ?? [])].map((l) => [l.group, l.resource, l.state, l.amount, before(l.group === '' ? all : tenants, l)]))}
    </div>
    <p>Device-hours from <time datetime="${all.from}">${second(all.from)}</time> to <time datetime="${all.to}">${second(all.to)}</time>.</p>
    ${(all.notes ?? []).length > 0 ? html`<p class="notice" role="note">${sentences(all.notes)}</p>` : nothing}
    ${resources.map((resource) => ofResource(resource, all, tenants))}`;
}

function sentences(notes) {
  return notes.map((n) => `${n[0].toUpperCase()}${n.slice(1)}.`).join(' ');
}

/** Returns the hours of the period before; a state without a line had none, unless hours are unknown. */
function before(report, line) {
  const lines = report.before ?? [];
  const isKnown = lines.length > 0 && !lines.some((b) => b.state === 'unknown');
  return lines.find((b) => b.group === line.group && b.resource === line.resource && b.state === line.state)?.amount ?? (isKnown ? 0 : undefined);
}

function ofResource(resource, all, tenants) {
  const lines = all.lines.filter((l) => l.resource === resource);
  const capacity = lines.find((l) => l.state === 'capacity')?.amount ?? 0;
  const states = lines.filter((l) => l.state !== 'capacity' && l.amount !== 0);
  const id = `hours-${resource}`;
  return html`<section class="card" aria-labelledby="${id}">
    <h2 id="${id}">${resource}</h2>
    <dl class="figures">
      <div><dt>capacity</dt><dd>${text(capacity)} hours</dd></div>
      <div><dt>allocated</dt><dd>${percent(sum(states, (l) => ['busy', 'idle', 'allocated'].includes(l.state)), capacity)}</dd></div>
      ${states.filter((l) => ['busy', 'idle'].includes(l.state)).map((l) => html`<div><dt>${l.state}</dt><dd>${percent(l.amount, capacity)}</dd></div>`)}
      <div><dt>free and wanted</dt><dd>${percent(sum(states, (l) => l.wanted), capacity)}</dd></div>
    </dl>
    ${table(`Hours of ${resource} by state`, html`
      <thead><tr><th scope="col">State</th><th scope="col" class="number">Hours</th><th scope="col" class="number">Before</th>${all.currency ? html`<th scope="col" class="number">${all.currency}</th>` : nothing}<th scope="col">Of the capacity</th></tr></thead>
      <tbody>${waterfall(states, capacity).map(({line, from}) => html`<tr>
        <th scope="row" title="${line.meaning}"><span class="nowrap">${line.state}</span><br><span class="quiet meaning">${line.meaning}</span></th>
        <td class="number">${text(line.amount)}</td><td class="number">${text(before(all, line))}</td>${all.currency ? html`<td class="number">${text(line.money)}</td>` : nothing}
        <td class="wide">${bar([{amount: from, kind: 'none', label: ''}, segment(line)], [], capacity, `${line.state}: ${percent(line.amount, capacity)}`)}</td>
      </tr>`)}</tbody>`)}
    ${costliest(all.costliest.filter((s) => s.resource === resource), all.currency)}
    ${tenants.notKnown ? nothing : ofTenants(resource, tenants)}
  </section>`;
}

/** Returns the states of tenants and products that kept the most hours from work. */
function costliest(states, currency) {
  return states.length === 0
    ? nothing
    : html`<h3>The costliest states</h3>
      ${table('The costliest states', html`
        <thead><tr><th scope="col">State, and what would have helped</th><th scope="col" class="number">Hours</th>${currency ? html`<th scope="col" class="number">${currency}</th>` : nothing}<th scope="col">Tenant and product</th></tr></thead>
        <tbody>${states.map((s) => html`<tr>
          <th scope="row"><span class="nowrap">${s.state}</span><br><span class="quiet">${s.help}</span></th>
          <td class="number">${text(s.hours)}</td>${currency ? html`<td class="number">${text(s.money)}</td>` : nothing}
          <td><span class="nowrap">${s.tenant || '–'}</span><br><span class="quiet">${s.product}</span></td>
        </tr>`)}</tbody>`)}`;
}

/** Returns where the bar of each state begins, as each takes its part of the capacity. */
function waterfall(states, capacity) {
  let left = capacity;
  return states.map((line) => {
    left -= line.amount ?? 0;
    return {line, from: Math.max(0, left)};
  });
}

function segment(line) {
  return {amount: line.amount ?? 0, kind: kind(line), label: `${line.state}: ${text(line.amount)}`};
}

function kind(line) {
  return line.wanted ? 'missing' : KINDS[line.state] ?? 'others';
}

function ofTenants(resource, report) {
  const lines = report.lines.filter((l) => l.resource === resource && l.group !== '' && l.amount !== 0);
  const names = [...new Set(lines.map((l) => l.group))];
  const rows = names
    .map((name) => ({name, own: lines.filter((l) => l.group === name)}))
    .map((row) => ({...row, had: sum(row.own, (l) => !l.wanted), wanted: sum(row.own, (l) => l.wanted)}))
    .sort((a, b) => b.wanted - a.wanted || b.had - a.had);
  const scale = Math.max(1, ...rows.map((r) => r.had + r.wanted));
  return rows.length === 0
    ? nothing
    : html`<h3>By tenant</h3>
      ${table(`Hours of ${resource} by tenant`, html`
        <thead><tr><th scope="col">Tenant</th><th scope="col" class="number">Had</th><th scope="col" class="number">Wanted</th><th scope="col">Most by</th><th scope="col">Had and wanted</th></tr></thead>
        <tbody>${rows.map((r) => html`<tr>
          <th scope="row">${r.name}</th><td class="number">${text(r.had)}</td><td class="number">${text(r.wanted)}</td>
          <td class="nowrap">${cause(r.own)}</td>
          <td class="wide">${bar(r.own.map(segment), [], scale, `${r.name}: had ${text(r.had)} hours, wanted ${text(r.wanted)}`)}</td>
        </tr>`)}</tbody>`)}`;
}

/** Returns the state that kept most from a tenant; empty if nothing did. */
function cause(lines) {
  const wanted = lines.filter((l) => l.wanted).sort((a, b) => b.amount - a.amount);
  return wanted.length > 0 ? wanted[0].state : '';
}

function sum(lines, isCounted) {
  return lines.filter(isCounted).reduce((all, l) => all + (l.amount ?? 0), 0);
}

function percent(amount, capacity) {
  return amount === undefined || capacity === 0 ? 'unknown' : `${((100 * amount) / capacity).toFixed(1)} %`;
}

function text(hours) {
  return hours === undefined ? '?' : hours.toLocaleString('en', {maximumFractionDigits: 1});
}
