package dev.plimsoll.server.report;

import com.google.gson.JsonElement;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.model.hold.PodHolds;
import dev.plimsoll.server.access.AccessGuard;
import dev.plimsoll.server.access.AccessRequest;
import dev.plimsoll.server.access.CallerAccess;
import dev.plimsoll.server.bulkhead.Bulkhead;
import dev.plimsoll.server.http.Call;
import dev.plimsoll.server.http.Reply;
import dev.plimsoll.server.http.Route;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Supplier;

/** Makes routes of reports, which are written one at a time, of what the caller may see. */
public final class Reports {
  private static final String NAMESPACE = "namespace";
  private static final int CALLERS = 8;
  private static final int REST_FACTOR = 5;

  private final Supplier<Cluster> cluster;
  private final AccessGuard guard;
  private final Bulkhead bulkhead;
  private final Supplier<PodHolds> holds;

  /** A question with one answer for all callers who ask it. */
  private record Question(String path, Map<String, String> query, Visibility visibility) {}

  /** Makes a report. */
  @FunctionalInterface
  public interface Report {
    /** Returns the answer to a call by somebody who may see this. */
    Reply of(Call call, Visibility visibility);
  }

  /**
   * Makes reports of a cluster, beside kube-scheduler's calls, to which they leave most of a
   * processor.
   *
   * @param cluster returns it as it is known now
   * @param guard who may ask what
   */
  public Reports(Supplier<Cluster> cluster, AccessGuard guard) {
    this(cluster, guard, new Bulkhead("reports", CALLERS, REST_FACTOR), () -> PodHolds.NONE);
  }

  private Reports(
      Supplier<Cluster> cluster, AccessGuard guard, Bulkhead bulkhead, Supplier<PodHolds> holds) {
    this.cluster = cluster;
    this.guard = guard;
    this.bulkhead = bulkhead;
    this.holds = holds;
  }

  /** Returns the same reports, which say which pods are held at placement. */
  public Reports withHolds(Supplier<PodHolds> placement) {
    return new Reports(cluster, guard, bulkhead, placement);
  }

  /** Returns the pods held at placement, by the whole current cluster. */
  public PodHolds holds() {
    return holds.get();
  }

  /** Makes reports of a cluster where no kube-scheduler waits for answers of the same process. */
  public static Reports withoutScheduler(Supplier<Cluster> cluster, AccessGuard guard) {
    return new Reports(cluster, guard, new Bulkhead("reports", CALLERS, 0), () -> PodHolds.NONE);
  }

  /** Returns the route of a report of the namespace that is asked about, or of all. */
  public Route get(String path, Report report) {
    return guard.get(path, (call, access) -> answer(path, call, visibility(call, access), report));
  }

  /** Returns the route of a report that is the same for all users who may get nodes. */
  public Route getOfNodes(String path, Supplier<JsonElement> report) {
    return guard.get(
        path,
        (call, access) -> {
          access.require(AccessRequest.getNodes());
          return bulkhead.answer(path, () -> json(report.get()));
        });
  }

  /**
   * Returns the route of a report for users who may get nodes.
   *
   * @param report the report for all of them
   * @param whole the report for those who may also list all pods
   */
  public Route getOfNodes(String path, Supplier<JsonElement> report, Supplier<JsonElement> whole) {
    return guard.get(
        path,
        (call, access) -> {
          access.require(AccessRequest.getNodes());
          boolean isWhole = access.allows(AccessRequest.listPods(""));
          Supplier<JsonElement> asked = isWhole ? whole : report;
          return bulkhead.answer(List.of(path, isWhole), () -> json(asked.get()));
        });
  }

  /** Returns the route of questions that are in bodies; the handler looks up what may be seen. */
  public Route post(String path, BiFunction<Call, CallerAccess, Reply> handler) {
    return guard.post(path, handler);
  }

  /** Returns an answer to one caller, made like a report. */
  public Reply answer(Supplier<Reply> work) {
    return bulkhead.answer(new Object(), work);
  }

  /**
   * Returns the part of the cluster that a caller may see for a question.
   *
   * @param namespace the namespace that the question is about, if it is about one
   * @throws dev.plimsoll.server.access.AccessException if the namespace isn't for the caller
   */
  public Visibility visibility(Optional<String> namespace, CallerAccess access) {
    return namespace
        .map(name -> Visibility.of(access, name))
        .orElseGet(() -> Visibility.of(access, cluster.get()));
  }

  /** Returns the visible pods that are held at placement. */
  public PodHolds holds(Visibility visibility) {
    return visibility.nodes() ? holds() : holds().withoutNodes();
  }

  /** Returns the route of events that tell that the cluster has changed, but not what. */
  public Route changes(String path) {
    return guard.admitting(Route.changes(path, cluster));
  }

  /** Returns the current cluster. */
  public Cluster cluster() {
    return cluster.get();
  }

  /** Returns the visible part of the cluster. */
  public Cluster cluster(Visibility visibility) {
    return visibility.of(cluster.get());
  }

  /** Returns JSON with status 200. */
  public static Reply json(JsonElement report) {
    return Reply.json(report.toString().getBytes(StandardCharsets.UTF_8));
  }

  private Reply answer(String path, Call call, Visibility visibility, Report report) {
    return bulkhead.answer(
        new Question(path, call.query(), visibility), () -> report.of(call, visibility));
  }

  private Visibility visibility(Call call, CallerAccess access) {
    return visibility(call.parameter(NAMESPACE), access);
  }
}
