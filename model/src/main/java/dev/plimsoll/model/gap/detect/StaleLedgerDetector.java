package dev.plimsoll.model.gap.detect;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.Requirement;
import dev.plimsoll.kubernetes.cluster.Unread;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.LedgerSummary;
import dev.plimsoll.kubernetes.object.LedgerSummary.Reserved;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import dev.plimsoll.kubernetes.quota.QuotaLedgerAdmission;
import dev.plimsoll.model.gap.DetectionContext;
import dev.plimsoll.model.gap.Finding;
import dev.plimsoll.model.gap.GapCause;
import dev.plimsoll.model.gap.GapKind;
import dev.plimsoll.model.ledger.LedgerUsage;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Finds QuotaLedgers that count less than their pods, or hold reservations that expired long ago.
 * The detector reports only certain errors: {@link LedgerUsage#least}.
 */
final class StaleLedgerDetector implements GapDetector {
  /** By then the next leader has looked, however clocks differ and however long reading took. */
  private static final Duration LATEST = Duration.ofMinutes(2);

  @Override
  public Set<GapKind> kinds() {
    return Set.of(GapKind.StaleUsage);
  }

  @Override
  public Unread unread(DetectionContext context) {
    Cluster cluster = context.cluster();
    if (!context.namespace().isEmpty()) {
      return Unread.NOTHING;
    }
    Stream<Requirement> pods =
        cluster.list(LedgerSummary.class).stream()
            .flatMap(l -> l.namespaces().stream())
            .map(n -> Requirement.in(n, Pod.RESOURCE));
    Stream<Requirement> ledgers =
        cluster.namespaces().stream()
            .flatMap(n -> QuotaLedgerAdmission.requirements(cluster, n).stream());
    return Unread.of(cluster, Stream.concat(ledgers, pods).distinct().toList());
  }

  @Override
  public List<Finding> detect(DetectionContext context) {
    return context.namespace().isEmpty()
        ? context
            .examination()
            .each(
                context.cluster().list(LedgerSummary.class),
                ApiObject::reference,
                l -> findings(context, l))
        : List.of();
  }

  private static List<Finding> findings(DetectionContext context, LedgerSummary ledger) {
    SortedMap<String, Resources> least = new TreeMap<>();
    ledger.namespaces().forEach(n -> least.put(n, LedgerUsage.least(context.cluster(), ledger, n)));
    List<Finding> found = new ArrayList<>();
    for (ResourceName key : ledger.spec().hard().names()) {
      tooLittle(context, ledger, key, least).ifPresent(found::add);
      expired(context, ledger, key).ifPresent(found::add);
    }
    return found;
  }

  private static Optional<Finding> tooLittle(
      DetectionContext context,
      LedgerSummary ledger,
      ResourceName key,
      SortedMap<String, Resources> least) {
    List<String> namespaces = new ArrayList<>();
    Quantity recorded = Quantity.ZERO;
    Quantity counted = Quantity.ZERO;
    for (Map.Entry<String, Resources> used : ledger.usedByNamespace().entrySet()) {
      Optional<Quantity> said = used.getValue().get(key);
      Optional<Quantity> atLeast = least.getOrDefault(used.getKey(), Resources.EMPTY).get(key);
      if (said.isPresent() && atLeast.isPresent() && said.get().compareTo(atLeast.get()) < 0) {
        namespaces.add(used.getKey());
        recorded = recorded.add(said.get());
        counted = counted.add(atLeast.get());
      }
    }
    return namespaces.isEmpty()
        ? Optional.empty()
        : Optional.of(
            FindingBuilder.of(GapKind.StaleUsage, ledger)
                .resource(key)
                .message(
                    "QuotaLedger %s of %s counts %s of %s in %s. The pods there that have not changed since add up to %s. A leader of the admission webhook counts again every 10 seconds"
                        .formatted(
                            ledger.name(),
                            ledger.origin(),
                            recorded,
                            key,
                            String.join(", ", namespaces),
                            counted))
                .evidence("recorded", recorded)
                .evidence("counted", counted)
                .evidence("hard", ledger.spec().hard().getOrZero(key))
                .evidence("namespaces", String.join(", ", namespaces))
                .cause(context, new GapCause.Unremedied()));
  }

  private static Optional<Finding> expired(
      DetectionContext context, LedgerSummary ledger, ResourceName key) {
    Instant now = context.cluster().asOf();
    List<Reserved> expired =
        ledger.reservations().stream()
            .filter(r -> r.expirationTime().plus(LATEST).isBefore(now))
            .filter(r -> r.amounts().getOrZero(key).signum() > 0)
            .sorted(Comparator.comparing(Reserved::expirationTime))
            .toList();
    if (expired.isEmpty()) {
      return Optional.empty();
    }
    Quantity held =
        expired.stream().map(r -> r.amounts().getOrZero(key)).reduce(Quantity.ZERO, Quantity::add);
    return Optional.of(
        FindingBuilder.of(GapKind.StaleUsage, ledger)
            .resource(key)
            .message(
                "QuotaLedger %s of %s holds %s of %s in %s: %s; a leader of the admission webhook ends them once it has looked up what became of the objects"
                    .formatted(
                        ledger.name(),
                        ledger.origin(),
                        held,
                        key,
                        expired.size() == 1
                            ? "a reservation that has expired"
                            : expired.size() + " reservations that have expired, the first",
                        expired.get(0).describe(now)))
            .evidence("reserved", held)
            .evidence("hard", ledger.spec().hard().getOrZero(key))
            .evidence("expired", expired.size())
            .evidence("since", expired.get(0).expirationTime())
            .cause(context, new GapCause.Unremedied()));
  }
}
