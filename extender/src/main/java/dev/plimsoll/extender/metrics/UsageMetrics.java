package dev.plimsoll.extender.metrics;

import dev.plimsoll.extender.accounting.ShareUsage;
import dev.plimsoll.extender.scheduler.Extender;
import dev.plimsoll.kube.watch.InformerHealth;
import dev.plimsoll.kube.watch.WatchHealth;
import dev.plimsoll.model.quantity.Quantity;
import dev.plimsoll.model.quota.QuotaKeyUsage;
import dev.plimsoll.model.quota.QuotaKeyUsages;
import io.prometheus.metrics.core.metrics.CounterWithCallback;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

/** Figures that are looked up when they are asked for: of quotas, of shares, of the feed. */
final class UsageMetrics {
  private static final double MILLIS = 1e3;

  private final PrometheusRegistry registry;

  UsageMetrics(PrometheusRegistry registry) {
    this.registry = registry;
  }

  void register(Extender extender, Supplier<WatchHealth> health) {
    quota("plimsoll_quota_hard", "What a quota allows.", extender, QuotaKeyUsage::hard);
    quota(
        "plimsoll_quota_placed", "What placed pods are charged.", extender, QuotaKeyUsage::placed);
    quota(
        "plimsoll_quota_pending",
        "What waiting pods are charged.",
        extender,
        QuotaKeyUsage::pending);
    share("plimsoll_share", "What a tenant may have.", extender, u -> u.share().share());
    share(
        "plimsoll_share_guarantee", "What it gets at least.", extender, u -> u.share().guarantee());
    share("plimsoll_share_ceiling", "What it gets at most.", extender, u -> u.share().ceiling());
    share(
        "plimsoll_share_used",
        "What it holds, with pods on their way.",
        extender,
        ShareUsage::used);
    share(
        "plimsoll_share_borrowed",
        "What it holds beyond its share.",
        extender,
        ShareUsage::borrowed);
    GaugeWithCallback.builder()
        .name("plimsoll_held_pods")
        .help("Pods that are held back by quota or share.")
        .callback(c -> c.call(extender.decisions().held().size()))
        .register(registry);
    CounterWithCallback.builder()
        .name("plimsoll_informer_drifts_total")
        .help("Objects of which the picture was wrong, and repaired.")
        .callback(c -> c.call((double) health.get().drifts()))
        .register(registry);
    gauge(health, "plimsoll_informer_synced", "Whether all were listed.", f -> f.synced() ? 1 : 0);
    gauge(
        health,
        "plimsoll_informer_failures",
        "Failed attempts in a row.",
        InformerHealth::failures);
    gauge(
        health,
        "plimsoll_informer_staleness_seconds",
        "How long the API server has been silent.",
        UsageMetrics::staleness);
    counter(health, "plimsoll_informer_lists_total", "Full lists.", InformerHealth::lists);
    counter(health, "plimsoll_informer_events_total", "Changes heard of.", InformerHealth::events);
    counter(
        health,
        "plimsoll_informer_unreadable_total",
        "Objects left out as they couldn't be read.",
        InformerHealth::unreadable);
  }

  private static double staleness(InformerHealth feed) {
    return feed.lastReceived()
        .map(heard -> Duration.between(heard, Instant.now()).toMillis() / MILLIS)
        .orElse(Double.NaN);
  }

  private void quota(
      String name, String help, Extender extender, Function<QuotaKeyUsage, Quantity> figure) {
    GaugeWithCallback.builder()
        .name(name)
        .help(help)
        .labelNames("namespace", "quota", "key")
        .callback(
            c ->
                QuotaKeyUsages.of(extender.cluster())
                    .forEach(
                        u ->
                            c.call(
                                figure.apply(u).toDouble(),
                                u.namespace(),
                                u.quota(),
                                u.key().toString())))
        .register(registry);
  }

  private void share(
      String name, String help, Extender extender, Function<ShareUsage, Quantity> figure) {
    GaugeWithCallback.builder()
        .name(name)
        .help(help)
        .labelNames("policy", "tenant", "resource")
        .callback(
            c ->
                extender
                    .decisions()
                    .shares()
                    .forEach(
                        u ->
                            c.call(
                                figure.apply(u).toDouble(),
                                u.policy(),
                                u.share().tenant(),
                                u.share().resource().toString())))
        .register(registry);
  }

  private void gauge(
      Supplier<WatchHealth> health,
      String name,
      String help,
      ToDoubleFunction<InformerHealth> figure) {
    GaugeWithCallback.builder()
        .name(name)
        .help(help)
        .labelNames("resource")
        .callback(
            c ->
                health
                    .get()
                    .informers()
                    .forEach((r, feed) -> c.call(figure.applyAsDouble(feed), r.toString())))
        .register(registry);
  }

  private void counter(
      Supplier<WatchHealth> health,
      String name,
      String help,
      Function<InformerHealth, Long> figure) {
    CounterWithCallback.builder()
        .name(name)
        .help(help)
        .labelNames("resource")
        .callback(
            c ->
                health
                    .get()
                    .informers()
                    .forEach((r, feed) -> c.call(figure.apply(feed).doubleValue(), r.toString())))
        .register(registry);
  }
}
