package dev.plimsoll.extender;

import dev.plimsoll.extender.config.Settings;
import dev.plimsoll.extender.placement.Booking;
import dev.plimsoll.extender.placement.Bookings;
import dev.plimsoll.extender.placement.NodeFigures;
import dev.plimsoll.extender.placement.PlacedQuota;
import dev.plimsoll.extender.placement.Rooms;
import dev.plimsoll.extender.protocol.Answers;
import dev.plimsoll.extender.protocol.BindingArgs;
import dev.plimsoll.extender.protocol.Candidates;
import dev.plimsoll.extender.protocol.ExtenderArgs;
import dev.plimsoll.extender.protocol.Filtered;
import dev.plimsoll.extender.protocol.PreemptionArgs;
import dev.plimsoll.model.cluster.Cluster;
import dev.plimsoll.model.object.ApiObject;
import dev.plimsoll.model.object.Condition;
import dev.plimsoll.model.object.Pod;
import dev.plimsoll.model.packing.Packing;
import dev.plimsoll.model.packing.RecentAsks;
import dev.plimsoll.model.packing.WholeNodes;
import dev.plimsoll.model.pod.PodResources;
import dev.plimsoll.model.pod.PodResourcesOptions;
import dev.plimsoll.model.quantity.ResourceName;
import dev.plimsoll.model.quantity.Resources;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Answers kube-scheduler's four verbs from memory. Decisions and bookings are made one at a time;
 * bodies are read and answers written outside of that.
 */
public final class Extender {
  private static final int REMEMBERED_ASKS = 1000;

  private final Settings settings;
  private final Clock clock;
  private final PodBinder binder;
  private final Packing packing = new WholeNodes();
  private final Object decisions = new Object();
  private final Bookings bookings = new Bookings();
  private final PlacedQuota quotas = new PlacedQuota();
  private final NodeFigures nodes = new NodeFigures();
  private final RecentAsks asks = new RecentAsks(REMEMBERED_ASKS);
  private volatile Cluster picture;

  /** Makes an extender that starts from a picture. */
  public Extender(Cluster picture, Settings settings, PodBinder binder, Clock clock) {
    this.picture = picture;
    this.settings = settings;
    this.binder = binder;
    this.clock = clock;
    nodes.fill(picture);
  }

  /** What filter decided, and why in one word. */
  private record Decision(Filtered filtered, String reason) {}

  /**
   * One verb's answer.
   *
   * @param json what the scheduler is sent
   * @param reason why, in one word for the metrics
   */
  @SuppressWarnings("ArrayRecordComponent")
  public record Answer(byte[] json, String reason) {}

  /** Returns the picture that answers are made from. */
  public Cluster picture() {
    return picture;
  }

  /** Returns what nodes have and hold. */
  public NodeFigures nodes() {
    return nodes;
  }

  /** Returns the bookings in force, the oldest first. */
  public List<Booking> bookings() {
    synchronized (decisions) {
      bookings.expire(clock.instant());
      return bookings.all();
    }
  }

  /** Takes a change in that shows in the picture; changes must come in their order. */
  public void changed(
      Optional<? extends ApiObject> before, Optional<? extends ApiObject> after, Cluster now) {
    nodes.changed(before, after);
    picture = now;
    before.ifPresent(o -> quotas.changed(o.namespace()));
    after.ifPresent(o -> quotas.changed(o.namespace()));
    if (before.orElse(null) instanceof Pod || after.orElse(null) instanceof Pod) {
      podChanged(before.map(Pod.class::cast), after.map(Pod.class::cast));
    }
  }

  private void podChanged(Optional<Pod> before, Optional<Pod> after) {
    boolean gone = after.isEmpty() || after.get().isTerminal() || after.get().isTerminating();
    boolean settled =
        gone
            || after.get().isBound()
            || (isUnschedulable(after.get())
                && !condition(after.get()).equals(before.flatMap(Extender::condition)));
    if (settled) {
      Pod pod = after.or(() -> before).orElseThrow();
      synchronized (decisions) {
        bookings.of(pod).ifPresent(b -> bookings.drop(b.uid()));
      }
    }
  }

  private static Optional<Condition> condition(Pod pod) {
    return pod.status().condition("PodScheduled");
  }

  private static boolean isUnschedulable(Pod pod) {
    return condition(pod).filter(c -> c.reason().equals("Unschedulable")).isPresent();
  }

  /** Answers {@code filter}: which of the nodes the pod may go to. */
  public Answer filter(InputStream body) {
    ExtenderArgs args = ExtenderArgs.read(body);
    Decision decision;
    synchronized (decisions) {
      decision = decide(args.pod(), args.candidates());
    }
    return new Answer(Answers.filter(args.candidates(), decision.filtered), decision.reason);
  }

  private Decision decide(Pod pod, Candidates candidates) {
    bookings.expire(clock.instant());
    Optional<String> held = heldBack(pod);
    if (held.isPresent()) {
      bookings.of(pod).ifPresent(b -> bookings.drop(b.uid()));
      return new Decision(Filtered.heldBack(held.get(), candidates.size()), "quota");
    }
    Filtered filtered = byManagedResources(pod, candidates);
    if (!filtered.anyPasses(candidates.size())) {
      return new Decision(filtered, "resources");
    }
    if (bookings.of(pod).isEmpty()) {
      remember(pod);
    }
    bookings.book(new Booking(pod, "", clock.instant().plus(settings.bookingLife())));
    return new Decision(filtered, "passed");
  }

  private Filtered byManagedResources(Pod pod, Candidates candidates) {
    Resources managed = managed(pod);
    if (managed.isEmpty()) {
      return Filtered.ALL;
    }
    List<String> failed = new ArrayList<>(candidates.size());
    for (String node : candidates.names()) {
      failed.add(lacking(node, managed, pod).map(n -> "Insufficient " + n).orElse(""));
    }
    return new Filtered(failed, List.of());
  }

  private Optional<String> heldBack(Pod pod) {
    if (!settings.quotaAtPlacement()) {
      return Optional.empty();
    }
    List<Pod> inFlight =
        bookings.in(pod.namespace()).stream()
            .map(Booking::pod)
            .filter(p -> !p.metadata().uid().equals(pod.metadata().uid()))
            .toList();
    return quotas.holdsBack(picture, pod, inFlight);
  }

  private Resources managed(Pod pod) {
    return settings.ignoredByScheduler().isEmpty()
        ? Resources.EMPTY
        : requests(pod).mask(settings.ignoredByScheduler()).removeZeros();
  }

  private static Resources requests(Pod pod) {
    return PodResources.requests(pod, PodResourcesOptions.SCHEDULER_INCOMING);
  }

  private Optional<ResourceName> lacking(String node, Resources managed, Pod pod) {
    Resources free = free(node, pod);
    return managed.names().stream()
        .filter(n -> free.getOrZero(n).compareTo(managed.getOrZero(n)) < 0)
        .findFirst();
  }

  /** Returns what is free on a node, less what other pods have booked there. */
  private Resources free(String node, Pod but) {
    Resources free = nodes.of(node).free();
    for (Booking booking : bookings.all()) {
      if (booking.node().equals(node)
          && !booking.pod().metadata().uid().equals(but.metadata().uid())
          && !isBound(booking.pod())) {
        free = free.subtract(requests(booking.pod()));
      }
    }
    return free;
  }

  private boolean isBound(Pod pod) {
    return picture.find(Pod.class, pod.namespace(), pod.name()).filter(Pod::isBound).isPresent();
  }

  private void remember(Pod pod) {
    asks.add(Rooms.ask(requests(pod)));
  }

  /** Answers {@code prioritize}: how well each node suits the pod. */
  public Answer prioritize(InputStream body) {
    ExtenderArgs args = ExtenderArgs.read(body);
    Candidates candidates = args.candidates();
    Resources requests = requests(args.pod());
    int[] scores;
    synchronized (decisions) {
      scores =
          packing.scores(
              Rooms.of(nodes, candidates.names(), requests), Rooms.ask(requests), asks.mix());
    }
    return new Answer(Answers.priorities(candidates, scores), "scored");
  }

  /** Answers {@code preempt}: on which of the nodes pods may be evicted for the pod. */
  public Answer preempt(InputStream body) {
    PreemptionArgs args = PreemptionArgs.read(body);
    boolean held;
    synchronized (decisions) {
      bookings.expire(clock.instant());
      held = heldBack(args.pod()).isPresent();
    }
    Map<String, PreemptionArgs.Victims> allowed = new LinkedHashMap<>();
    if (!held) {
      args.victims()
          .forEach(
              (node, victims) -> {
                if (!victims.uids().isEmpty()) {
                  allowed.put(node, victims);
                }
              });
    }
    return new Answer(Answers.preemption(allowed), held ? "quota" : "passed");
  }

  /** Answers {@code bind}: binds the pod, and frees its booking if that fails. */
  public Answer bind(InputStream body) {
    BindingArgs args = BindingArgs.read(body);
    String refusal;
    synchronized (decisions) {
      refusal = bookNode(args);
    }
    if (refusal.isEmpty()) {
      refusal = binder.bind(args);
      if (!refusal.isEmpty()) {
        synchronized (decisions) {
          bookings.drop(args.podUid());
        }
      }
    }
    return new Answer(Answers.error(refusal), refusal.isEmpty() ? "bound" : "refused");
  }

  private String bookNode(BindingArgs args) {
    bookings.expire(clock.instant());
    Optional<Pod> known =
        bookings.all().stream()
            .filter(b -> b.uid().equals(args.podUid()))
            .map(Booking::pod)
            .findFirst()
            .or(() -> stored(args));
    if (known.isEmpty()) {
      return "pod " + args.podNamespace() + "/" + args.podName() + " is not known";
    }
    Pod pod = known.get();
    Optional<String> held = heldBack(pod);
    if (held.isPresent()) {
      bookings.drop(args.podUid());
      return held.get();
    }
    Resources managed = managed(pod);
    Optional<ResourceName> lacking =
        managed.isEmpty() ? Optional.empty() : lacking(args.node(), managed, pod);
    if (lacking.isPresent()) {
      bookings.drop(args.podUid());
      return "Insufficient " + lacking.get();
    }
    bookings.book(new Booking(pod, args.node(), clock.instant().plus(settings.bookingLife())));
    return "";
  }

  private Optional<Pod> stored(BindingArgs args) {
    return picture
        .find(Pod.class, args.podNamespace(), args.podName())
        .filter(p -> p.metadata().uid().equals(args.podUid()));
  }

  /** Has the code compiled before the first call: an empty one of each kind. */
  public void warmUp() {
    String pod =
        "{\"metadata\":{\"name\":\"warm\",\"namespace\":\"-\",\"uid\":\"warm-up\"},"
            + "\"spec\":{\"containers\":[{\"name\":\"c\"}]}}";
    String names = String.join("\",\"", picture.nodes().stream().map(ApiObject::name).toList());
    byte[] call =
        ("{\"Pod\":" + pod + ",\"Nodes\":null,\"NodeNames\":[\"" + names + "\"]}")
            .getBytes(StandardCharsets.UTF_8);
    int answered = 0;
    for (int i = 0; i < 200; i++) {
      answered += filter(new ByteArrayInputStream(call)).json().length;
      answered += prioritize(new ByteArrayInputStream(call)).json().length;
    }
    assert answered > 0;
    synchronized (decisions) {
      bookings.drop("warm-up");
    }
  }
}
