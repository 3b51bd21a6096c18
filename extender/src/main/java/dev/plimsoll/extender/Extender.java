package dev.plimsoll.extender;

import dev.plimsoll.extender.config.Settings;
import dev.plimsoll.extender.decision.Decisions;
import dev.plimsoll.extender.decision.Verdict;
import dev.plimsoll.extender.placement.Rooms;
import dev.plimsoll.extender.protocol.Answers;
import dev.plimsoll.extender.protocol.BindingArgs;
import dev.plimsoll.extender.protocol.Candidates;
import dev.plimsoll.extender.protocol.ExtenderArgs;
import dev.plimsoll.extender.protocol.Names;
import dev.plimsoll.extender.protocol.PreemptionArgs;
import dev.plimsoll.kube.watch.Change;
import dev.plimsoll.model.cluster.Cluster;
import dev.plimsoll.model.object.ApiObject;
import dev.plimsoll.model.packing.Mix;
import dev.plimsoll.model.packing.Packing;
import dev.plimsoll.model.packing.RecentAsks;
import dev.plimsoll.model.packing.Room;
import dev.plimsoll.model.packing.WholeNodes;
import dev.plimsoll.model.quantity.Resources;
import dev.plimsoll.model.tenancy.CapacityPolicy;
import java.io.InputStream;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Answers kube-scheduler's four verbs from memory. Decisions are made one at a time; bodies are
 * read and answers written outside of that.
 */
public final class Extender {
  private static final int REMEMBERED_ASKS = 1000;

  private final Settings settings;
  private final PodBinder binder;
  private final Clock clock;
  private final Decisions decisions;
  private final Packing packing = new WholeNodes();
  private final RecentAsks asks = new RecentAsks(REMEMBERED_ASKS);

  /** Makes an extender that starts from a picture, and goes by the settings' policies. */
  public Extender(Cluster picture, Settings settings, PodBinder binder, Clock clock) {
    this(picture, settings, settings::policies, binder, clock);
  }

  /** Makes an extender that starts from a picture, and goes by policies that may change. */
  public Extender(
      Cluster picture,
      Settings settings,
      Supplier<List<CapacityPolicy>> policies,
      PodBinder binder,
      Clock clock) {
    this.settings = settings;
    this.binder = binder;
    this.clock = clock;
    this.decisions = new Decisions(picture, settings, policies, clock);
  }

  /** Returns another that answers the same; what it decides is forgotten with it. */
  Extender rehearsal() {
    return new Extender(picture(), settings, decisions::policies, binding -> "", clock);
  }

  /**
   * One verb's answer.
   *
   * @param json what the scheduler is sent, in pieces
   * @param reason why, in one word for the metrics
   */
  public record Answer(List<byte[]> json, String reason) {
    private Answer(byte[] json, String reason) {
      this(List.of(json), reason);
    }
  }

  /** Returns what is decided and remembered. */
  public Decisions decisions() {
    return decisions;
  }

  /** Returns the picture that answers are made from. */
  public Cluster picture() {
    return decisions.picture();
  }

  /** Takes one change in that shows in the picture; changes must come in their order. */
  public void changed(Optional<ApiObject> before, Optional<ApiObject> after, Cluster now) {
    decisions.changed(List.of(new Change(before, after)), now);
  }

  /** Answers {@code filter}: which of the nodes the pod may go to. */
  public Answer filter(InputStream body) {
    ExtenderArgs args = ExtenderArgs.read(body);
    Candidates candidates = args.candidates();
    Verdict verdict = decisions.filter(args.pod(), candidates.size(), candidates::names);
    if (verdict.isNew()) {
      synchronized (asks) {
        asks.add(Rooms.ask(Decisions.requests(args.pod())));
      }
    }
    return new Answer(Answers.filter(candidates, verdict.filtered()), verdict.reason());
  }

  /** Answers {@code prioritize}: how well each node suits the pod. */
  public Answer prioritize(InputStream body) {
    ExtenderArgs args = ExtenderArgs.readNames(body);
    Names names = args.candidates().names();
    Resources requests = Decisions.requests(args.pod());
    Mix mix;
    synchronized (asks) {
      mix = asks.mix();
    }
    List<Room> rooms = Rooms.of(decisions.nodes(), names, requests);
    int[] scores = packing.scores(rooms, Rooms.ask(requests), mix);
    return new Answer(Answers.priorities(names, scores), "scored");
  }

  /** Answers {@code preempt}: on which of the nodes pods may be evicted for the pod. */
  public Answer preempt(InputStream body) {
    PreemptionArgs args = PreemptionArgs.read(body);
    Map<String, List<String>> victims = new LinkedHashMap<>();
    args.victims().forEach((node, asked) -> victims.put(node, asked.uids()));
    Set<String> allowed = decisions.preempt(args.pod(), victims);
    Map<String, PreemptionArgs.Victims> answer = new LinkedHashMap<>(args.victims());
    answer.keySet().retainAll(allowed);
    return new Answer(Answers.preemption(answer), allowed.isEmpty() ? "refused" : "passed");
  }

  /** Answers {@code bind}: binds the pod, and frees its booking if that fails. */
  public Answer bind(InputStream body) {
    BindingArgs args = BindingArgs.read(body);
    String refusal = decisions.bind(args);
    if (refusal.isEmpty()) {
      refusal = binder.bind(args);
      if (!refusal.isEmpty()) {
        decisions.drop(args.podUid());
      }
    }
    return new Answer(Answers.error(refusal), refusal.isEmpty() ? "bound" : "refused");
  }
}
