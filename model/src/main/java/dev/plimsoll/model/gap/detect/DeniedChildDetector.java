package dev.plimsoll.model.gap.detect;

import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.cluster.Requirement;
import dev.plimsoll.kubernetes.cluster.Unread;
import dev.plimsoll.kubernetes.object.Event;
import dev.plimsoll.kubernetes.object.GroupResource;
import dev.plimsoll.kubernetes.object.ResourceQuota;
import dev.plimsoll.kubernetes.object.Workload;
import dev.plimsoll.kubernetes.object.WorkloadDetails;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.recorded.Contradiction;
import dev.plimsoll.kubernetes.recorded.RecordedQuota;
import dev.plimsoll.kubernetes.workload.WorkloadPods;
import dev.plimsoll.kubernetes.workload.Workloads;
import dev.plimsoll.model.gap.DetectionContext;
import dev.plimsoll.model.gap.Finding;
import dev.plimsoll.model.gap.GapCause;
import dev.plimsoll.model.gap.GapKind;
import java.time.Instant;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Finds objects that would create pods and that a custom resource or a CronJob could not create: a
 * Job of a JobSet, for example. Only an event tells, because Plimsoll doesn't know the objects that
 * a controller is about to create.
 *
 * <p>Source: {@code getJobName} and {@code syncCronJob} in {@code
 * pkg/controller/cronjob/cronjob_controllerv2.go}: a run has the minute of its schedule in its
 * name, and the controller tries the last run only.
 */
final class DeniedChildDetector implements GapDetector {
  private static final Pattern DENIED =
      Pattern.compile("([a-z][a-z0-9-]*)\\.?([a-z0-9.-]*) \"([^\"]+)\" is forbidden: .*");

  private static final Pattern MINUTE = Pattern.compile("-([0-9]{1,12})$");

  private record Child(GroupResource resource, String name) {}

  /** A key of a quota that denied an object by its number. */
  private record RecordedKey(String quota, ResourceName name) {
    static List<RecordedKey> of(String note) {
      return RecordedQuota.of(note).stream()
          .flatMap(q -> q.limited().names().stream().map(n -> new RecordedKey(q.name(), n)))
          .toList();
    }
  }

  @Override
  public Set<GapKind> kinds() {
    return Set.of(GapKind.AdmissionRefused);
  }

  @Override
  public Unread unread(DetectionContext context) {
    return Unread.of(
        context.cluster(),
        context.workloads().stream()
            .flatMap(w -> root(context, w).stream())
            .map(w -> Requirement.in(w.namespace(), Event.RESOURCE))
            .distinct()
            .toList());
  }

  @Override
  public List<Finding> detect(DetectionContext context) {
    return context.simulation().isAsRead()
        ? context
            .examination()
            .each(
                context.workloads().stream().filter(context::isSubject).toList(),
                WorkloadPods::root,
                w -> root(context, w).stream().flatMap(r -> of(context, w, r)).toList())
        : List.of();
  }

  /** Returns the outermost owner if it is a custom resource or a CronJob. */
  private static Optional<Workload> root(DetectionContext context, WorkloadPods workload) {
    return context
        .root(workload)
        .filter(w -> !w.inactive())
        .filter(
            w -> w.type().group().contains(".") || w.details() instanceof WorkloadDetails.CronJob);
  }

  private static Stream<Finding> of(
      DetectionContext context, WorkloadPods workload, Workload root) {
    Map<Child, Event> denied = new LinkedHashMap<>();
    context.cluster().list(Event.class, root.namespace()).stream()
        .filter(e -> isOf(context, workload, e))
        .sorted(Comparator.comparing((Event e) -> e.lastSeen().orElse(Instant.EPOCH)))
        .forEach(e -> child(e.note()).ifPresent(c -> denied.put(c, e)));
    if (root.details() instanceof WorkloadDetails.CronJob cron) {
      Optional<Child> last = denied.keySet().stream().reduce((one, next) -> next);
      boolean isOver =
          Contradiction.ofCreation(context.cluster(), root)
              .filter(Contradiction::isOutdated)
              .isPresent();
      denied.keySet().removeIf(c -> isOver || !last.equals(Optional.of(c)) || !isNext(cron, c));
    }
    denied.keySet().removeIf(c -> !isMissing(context.cluster(), root.namespace(), c));
    return denied.isEmpty() ? Stream.empty() : Stream.of(finding(context, workload, root, denied));
  }

  private static boolean isOf(DetectionContext context, WorkloadPods workload, Event event) {
    return event.eventType().equals("Warning")
        && context
            .simulation()
            .workloads()
            .workloadOf(event.regarding())
            .filter(w -> w.root().equals(workload.root()))
            .isPresent()
        && context.simulation().workloads().find(event.regarding()).stream()
            .allMatch(event::isAbout);
  }

  private static Optional<Child> child(String note) {
    Matcher matcher = DENIED.matcher(note);
    return matcher.find()
        ? Optional.of(
            new Child(new GroupResource(matcher.group(2), matcher.group(1)), matcher.group(3)))
        : Optional.empty();
  }

  /** Returns whether the CronJob has made no run since the denied run. */
  private static boolean isNext(WorkloadDetails.CronJob cron, Child run) {
    Matcher matcher = MINUTE.matcher(run.name());
    return matcher.find()
        && cron.lastScheduleTime()
            .filter(
                t ->
                    t.getEpochSecond()
                        >= TimeUnit.MINUTES.toSeconds(Long.parseLong(matcher.group(1))))
            .isEmpty();
  }

  private static boolean isMissing(Cluster cluster, String namespace, Child child) {
    return Workloads.BUILT_IN_RESOURCES.contains(child.resource())
        && cluster.covers(child.resource(), namespace)
        && cluster
            .find(Workload.class, namespace, Workload.identity(child.resource(), child.name()))
            .isEmpty();
  }

  private static Finding finding(
      DetectionContext context, WorkloadPods workload, Workload root, Map<Child, Event> denied) {
    Map.Entry<Child, Event> first = denied.entrySet().iterator().next();
    Matcher words = DENIED.matcher(first.getValue().note());
    String said = words.find() ? words.group() : first.getValue().note();
    int wanted = root.templates().stream().mapToInt(t -> t.replicas().orElse(0)).sum();
    long known = workload.pods().stream().filter(p -> !p.isTerminal()).count();
    FindingBuilder gap =
        FindingBuilder.of(GapKind.AdmissionRefused, workload.root())
            .message(
                "%d of the objects that would create its pods %s denied: %s"
                    .formatted(denied.size(), denied.size() == 1 ? "is" : "are", said))
            .evidence("reason", first.getValue().reason())
            .evidence("apiServer", first.getValue().note())
            .pods((int) Math.max(0, wanted - known - workload.missing()));
    first.getValue().lastSeen().ifPresent(t -> gap.evidence("recordedAt", t));
    return gap.cause(
        context,
        quotaLimit(context.cluster(), root.namespace(), List.copyOf(denied.values()))
            .<GapCause>map(limit -> limit)
            .orElseGet(GapCause.Unremedied::new));
  }

  /** Returns the limit that allows all denied objects, if one key of one quota denies them. */
  private static Optional<GapCause.QuotaLimit> quotaLimit(
      Cluster cluster, String namespace, List<Event> denials) {
    Set<List<RecordedKey>> keys =
        denials.stream().map(e -> RecordedKey.of(e.note())).collect(Collectors.toSet());
    List<RecordedKey> first = keys.iterator().next();
    if (keys.size() != 1 || first.size() != 1) {
      return Optional.empty();
    }
    RecordedKey key = first.get(0);
    return cluster
        .find(ResourceQuota.class, namespace, key.quota())
        .filter(q -> q.status().used().contains(key.name()))
        .map(
            q ->
                new GapCause.QuotaLimit(
                    q,
                    key.name(),
                    q.status().used().getOrZero(key.name()).add(Quantity.of(denials.size()))))
        .filter(l -> l.value().compareTo(l.quota().spec().hard().getOrZero(key.name())) > 0);
  }
}
