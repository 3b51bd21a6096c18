/** What several views show alike. */
import {html, nothing, svg} from './lit-html/lit-html.js';
import {save} from './api.js';
import {number} from './quantity.js';
import {tryOut} from './whatif.js';

const MOST_NAMED = 3;

/**
 * Returns a bar of segments, with lines that mark other amounts on the same scale, and a ground
 * that reaches as far as there is something to have. Segments and marks are {amount, kind, label}.
 */
export function bar(segments, marks, scale, label, ground = scale) {
  const unit = scale > 0 ? 1000 / scale : 0;
  let x = 0;
  const drawn = segments.map((s) => {
    const from = x;
    x += s.amount * unit;
    return svg`<rect class="fill-${s.kind}" x="${from}" y="6" width="${Math.max(0, x - from)}" height="20"><title>${s.label}</title></rect>`;
  });
  return html`<svg class="bar" viewBox="0 0 1000 32" preserveAspectRatio="none" role="img" aria-label="${label}">
    <rect class="track" x="0" y="6" width="${ground * unit}" height="20"></rect>
    ${drawn}
    ${marks.map((m) => svg`<rect class="mark-${m.kind}" x="${Math.min(996, m.amount * unit)}" y="0" width="4" height="32"><title>${m.label}</title></rect>`)}
  </svg>`;
}

/** Returns what a part of the answer rests on that was not read, or was left out. */
export function omissions(report) {
  const sentences = [report.unread?.message, ...(report.omissions ?? [])].filter(Boolean);
  return sentences.length === 0
    ? nothing
    : html`<p class="notice" role="note">${sentences.join(' ')}</p>`;
}

/** Returns whether a kind of objects was not read, so that there being none of them means nothing. */
export function isUnread(report, resource) {
  return (report.unread?.resources ?? []).some((r) => r.resource === resource);
}

/** Returns a button that copies a text. */
export function copyButton(text, what) {
  const copy = async (event) => {
    const button = event.currentTarget;
    try {
      await navigator.clipboard.writeText(text);
      button.textContent = 'Copied';
    } catch {
      button.textContent = 'Not copied';
    }
    setTimeout(() => (button.textContent = 'Copy'), 2000);
  };
  return html`<button type="button" class="copy" aria-label="Copy ${what}" @click=${copy}>Copy</button>`;
}

/** Returns the address of an object's explanation; empty if there is none. */
export function explainAddress(object) {
  const explained = ['Pod', 'Deployment', 'ReplicaSet', 'StatefulSet', 'DaemonSet', 'Job', 'CronJob', 'ReplicationController'];
  return object && object.namespace && explained.includes(object.kind)
    ? `/explain?${new URLSearchParams({kind: object.kind, namespace: object.namespace, name: object.name})}`
    : '';
}

/** Returns a time to the second. */
export function second(time) {
  return time.replace(/\.\d+Z$/, 'Z');
}

/** Returns a duration in its two largest units. */
export function duration(seconds) {
  const units = [['d', 86400], ['h', 3600], ['min', 60], ['s', 1]];
  const whole = Math.floor(seconds);
  const largest = units.findIndex(([, length]) => whole >= length);
  if (largest < 0) {
    return `${whole} s`;
  }
  const [[unit, length], smaller] = [units[largest], units[largest + 1]];
  const rest = smaller ? Math.floor((whole % length) / smaller[1]) : 0;
  return `${Math.floor(whole / length)} ${unit}${rest > 0 ? ` ${rest} ${smaller[0]}` : ''}`;
}

/** Returns a number of things in words. */
export function count(n, one, many = `${one}s`) {
  return `${n} ${n === 1 ? one : many}`;
}

/** Returns a few of many names. */
export function few(names) {
  return names.length > MOST_NAMED ? `${names.slice(0, MOST_NAMED).join(', ')} and ${names.length - MOST_NAMED} more` : names.join(', ');
}

/** Returns the largest of quantities as a number. */
export function largest(...quantities) {
  return Math.max(0, ...quantities.map(number));
}

/** Returns the remedies of a gap: those that help, and folded up what was tried and does not. */
export function remedies(gap) {
  const helping = gap.remedies.filter((r) => r.helps);
  const others = gap.remedies.filter((r) => !r.helps);
  return gap.remedies.length === 0
    ? html`<p>No remedy is known.</p>`
    : html`${helping.length > 0 ? listed(gap, helping) : html`<p>Nothing that was tried helps by itself.</p>`}
        ${others.length > 0 ? html`<details><summary>${count(others.length, 'more change')} tried without success</summary>${listed(gap, others)}</details>` : nothing}`;
}

function listed(gap, some) {
  return html`<ol class="remedies">
        ${some.map(
          (r) => html`<li class="${r.helps ? 'helps' : 'no-help'}">
            <p><strong>${r.action}</strong> <span class="who">${r.who.join(', ')}</span></p>
            <p class="result">${r.result}${r.costs.length > 0 ? html` <span class="costs">Costs: ${r.costs.join('; ')}.</span>` : nothing}</p>
            ${r.notes.map((n) => html`<p class="quiet">${n}.</p>`)}
            ${(r.whatif ?? []).length > 0 ? tryOut(r.whatif, gap.namespace) : nothing}
            ${r.command ? html`<div class="command"><pre tabindex="0"><code>${r.command}</code></pre>${r.helps ? copyButton(r.command, 'the command') : nothing}</div>` : nothing}
          </li>`,
        )}
      </ol>`;
}

/** Returns a field that finds by words, which the address keeps as find. */
export function search(parameters, placeholder, set) {
  return html`<label>Find <input type="search" placeholder="${placeholder}" .value=${parameters.find ?? ''} @input=${(e) => set('find', e.target.value)}></label>`;
}

/** Returns whether a text has all the words that are searched for. */
export function isFound(text, parameters) {
  const searched = text.toLowerCase();
  return (parameters.find ?? '').toLowerCase().split(/\s+/).every((word) => searched.includes(word));
}

/** Returns a choice, which the address keeps under its name. */
export function choice(name, label, values, chosen, set) {
  return html`<label>${label} <select @change=${(e) => set(name, e.target.value)}>
    ${values.map(([value, text]) => html`<option value="${value}" ?selected=${value === (chosen ?? '')}>${text}</option>`)}
  </select></label>`;
}

/** Returns a button that saves rows as CSV; no cell of it is a formula to a spreadsheet. */
export function exportButton(name, heads, rows) {
  const cell = (value) => `"${String(value ?? '').replace(/^[=+@\t-]/, "'$&").replaceAll('"', '""')}"`;
  const text = () => [heads, ...rows()].map((r) => `${r.map(cell).join(',')}\r\n`).join('');
  return html`<button type="button" @click=${() => save(new Blob([text()], {type: 'text/csv'}), `plimsoll-${name}.csv`)}>Export as CSV</button>`;
}

/** Returns a number of at most two decimals. */
function decimal(value) {
  return Math.round(value * 100) / 100;
}

/** Returns what a gap costs by now, and what each further day adds. */
export function cost(gap) {
  return gap.cost.resources
    .map((r) => {
      const isGpu = r.resource.endsWith('/gpu');
      const many = decimal(r.waiting > 0 ? r.waiting : r.idle);
      const what = isGpu ? count(many, 'GPU') : `${many} ${r.resource}`;
      return `${what} ${r.waiting > 0 ? 'waiting' : 'idle'}: ${Math.round(r.hours * 10) / 10} ${isGpu ? 'GPU-' : ''}hours so far, ${decimal(r.hoursPerDay)} more a day`;
    })
    .join('; ');
}

/** Returns a table that scrolls by itself where the window is narrow. */
export function table(label, content) {
  return html`<div class="scroll" role="region" tabindex="0" aria-label="${label}"><table>${content}</table></div>`;
}
