/** What the advisor would have done for recorded demand. */
import {html} from './lit-html/lit-html.js';
import {file, getSeldomIfKnown} from './api.js';
import {table} from './parts.js';

let chart = {report: undefined, address: ''};

/** Returns the report with the address of its chart, which is made once. */
export async function loadBacktest(signal) {
  const report = await getSeldomIfKnown('advice/backtest', signal);
  if (report.notKnown === undefined && chart.report !== report) {
    const image = await file('advice/backtest/chart', signal);
    URL.revokeObjectURL(chart.address);
    chart = {report, address: URL.createObjectURL(image)};
  }
  return report;
}

export function backtest(report) {
  if (report.notKnown) {
    return html`<p class="quiet">Back-test: ${report.notKnown}.</p>`;
  }
  const advised = report.rules.find((r) => r.rule.startsWith('advisor'));
  const said = `${report.tenants} tenants, ${report.days.toFixed(1)} days from ${report.from}: ${hours(report.waitingRecordedGpuHours)} GPU-hours waited with the recorded quotas, ${hours(advised.waitingGpuHours)} with the advisor's (${advised.rule}), ${hours(report.waitingLowerBoundGpuHours)} whatever the quotas.`;
  return html`<section class="card" aria-labelledby="backtest">
    <h2 id="backtest">Back-test on recorded demand</h2>
    <p>${said} It is what was recorded, not this cluster.</p>
    <img class="chart" src="${chart.address}" alt="What waited for quota, and the quotas over time. ${said}">
    ${table('What each rule would have done', html`
      <thead><tr><th scope="col">Rule</th><th scope="col" class="number">GPU-hours waiting</th><th scope="col" class="number">Recovered</th><th scope="col" class="number">Changes a tenant and day</th><th scope="col" class="number">Shortfall</th></tr></thead>
      <tbody>${report.rules.map((r) => html`<tr><th scope="row">${r.rule}</th><td class="number">${hours(r.waitingGpuHours)}</td><td class="number">${percent(r.recovered)}</td><td class="number">${r.changesPerTenantDay.toFixed(2)}</td><td class="number">${percent(r.fairnessShortfall)}</td></tr>`)}</tbody>
    `)}
  </section>`;
}

function hours(amount) {
  return amount.toFixed(2);
}

function percent(part) {
  return `${(part * 100).toFixed(2)} %`;
}
