package dev.plimsoll.kube.watch;

import dev.plimsoll.kube.json.JsonPruning;
import dev.plimsoll.kube.json.JsonTree;
import dev.plimsoll.kube.live.Connection;
import dev.plimsoll.kube.live.ListPager;
import dev.plimsoll.kube.live.RelatedKinds;
import dev.plimsoll.kube.live.StatusException;
import dev.plimsoll.kube.periodic.Ticker;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.ObjectMeta;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Compares the snapshot with what the server has, and repairs it in one change. A difference is
 * checked again after a while: an event was lost only if the snapshot hasn't changed and still
 * differs. A kind with many differences is doubtful meanwhile.
 */
final class SelfCheck {
  /**
   * The most objects of a kind that are read one by one; if more differ, the whole kind is listed.
   */
  private static final int MOST_SINGLE = 10;

  private record NamespacedName(String namespace, String name) {
    static NamespacedName of(ApiObject object) {
      return new NamespacedName(object.namespace(), object.name());
    }
  }

  private record Suspect(WatchedKind kind, NamespacedName name, String storedVersion) {}

  private final Connection connection;
  private final List<WatchedKind> kinds;
  private final ClusterStore state;
  private final PolicyStore policies;
  private final Duration grace;
  private volatile Map<WatchedKind, String> doubts = Map.of();

  SelfCheck(
      Connection connection,
      List<WatchedKind> kinds,
      ClusterStore state,
      PolicyStore policies,
      Duration grace) {
    this.connection = connection;
    this.kinds = kinds;
    this.state = state;
    this.policies = policies;
    this.grace = grace;
  }

  /**
   * Returns why something that is stored of a kind is doubtful, as a sentence: much differed, and
   * no check has been finished since.
   */
  Optional<String> doubt(WatchedKind kind) {
    return Optional.ofNullable(doubts.get(kind));
  }

  /** Returns whether {@link #doubt} has something to say of some kind. */
  boolean isDoubting() {
    return !doubts.isEmpty();
  }

  /**
   * Checks all kinds.
   *
   * @return what was wrong and is repaired
   * @throws StatusException if the server doesn't let itself be asked
   */
  List<Drift> run() throws StatusException, InterruptedException {
    Map<WatchedKind, List<Suspect>> suspects = new LinkedHashMap<>();
    Map<WatchedKind, String> doubtful = new HashMap<>();
    for (WatchedKind kind : kinds) {
      List<Suspect> some = suspects(kind);
      if (!some.isEmpty()) {
        suspects.put(kind, some);
      }
      if (LostObjects.areMany(some.size(), state.stored(kind).size())) {
        doubtful.put(kind, "the self-check found " + some.size() + " objects that differ");
        doubts = Map.copyOf(doubtful);
      }
    }
    List<Drift> drifts = suspects.isEmpty() ? List.of() : repaired(suspects);
    doubts = Map.of();
    return drifts;
  }

  private List<Drift> repaired(Map<WatchedKind, List<Suspect>> suspects)
      throws StatusException, InterruptedException {
    Thread.sleep(grace.toMillis());
    List<Drift> drifts = new ArrayList<>();
    List<ObjectChange> corrections = new ArrayList<>();
    for (Map.Entry<WatchedKind, List<Suspect>> some : suspects.entrySet()) {
      Served served = served(some.getKey(), some.getValue().size());
      for (Suspect suspect : some.getValue()) {
        Optional<ObjectChange> correction = correction(suspect, served);
        correction.ifPresent(corrections::add);
        correction.ifPresent(c -> drifts.add(drift(suspect, c)));
      }
    }
    state.correct(corrections);
    return drifts;
  }

  private List<Suspect> suspects(WatchedKind kind) throws StatusException {
    Map<NamespacedName, String> served = new HashMap<>();
    ListPager.PageConsumer pageConsumer =
        new ListPager.PageConsumer() {
          @Override
          public void accept(List<JsonTree> page) {
            for (JsonTree item : page) {
              JsonTree metadata = item.object("metadata");
              served.put(
                  new NamespacedName(metadata.text("namespace"), metadata.text("name")),
                  metadata.text("resourceVersion"));
            }
          }

          @Override
          public void restart() {
            served.clear();
          }
        };
    try {
      new ListPager(connection, JsonPruning.FOR_RULES, Connection.METADATA)
          .read(state.served(kind), Optional.empty(), pageConsumer);
    } catch (StatusException e) {
      if (!kind.isMissing(e) && !kind.isLeftOut(e)) {
        throw e;
      }
    }
    List<Suspect> suspects = new ArrayList<>();
    for (ApiObject object : state.stored(kind)) {
      String version = object.metadata().resourceVersion();
      NamespacedName namespacedName = NamespacedName.of(object);
      if (!version.equals(served.remove(namespacedName))) {
        suspects.add(new Suspect(kind, namespacedName, version));
      }
    }
    served.keySet().forEach(namespacedName -> suspects.add(new Suspect(kind, namespacedName, "")));
    return suspects;
  }

  private Optional<ObjectChange> correction(Suspect suspect, Served all) throws StatusException {
    Optional<ApiObject> served = all.find(suspect.name());
    Optional<ApiObject> held = stored(suspect);
    String version = version(served);
    boolean isOutdated =
        !version(held).equals(suspect.storedVersion()) || version.equals(suspect.storedVersion());
    return isOutdated ? Optional.empty() : Optional.of(new ObjectChange(held, served));
  }

  private static Drift drift(Suspect suspect, ObjectChange correction) {
    return new Drift(
        suspect.kind().resource().resource(),
        suspect.name().namespace(),
        suspect.name().name(),
        suspect.storedVersion(),
        version(correction.after()));
  }

  private Optional<ApiObject> stored(Suspect suspect) {
    return state.cluster().list(suspect.kind().type(), suspect.name().namespace()).stream()
        .filter(suspect.kind()::includes)
        .filter(o -> o.name().equals(suspect.name().name()))
        .map(ApiObject.class::cast)
        .findFirst();
  }

  private static String version(Optional<? extends ApiObject> object) {
    return object.map(ApiObject::metadata).map(ObjectMeta::resourceVersion).orElse("");
  }

  /** The objects of a kind that the server has now. */
  private interface Served {
    Optional<ApiObject> find(NamespacedName name) throws StatusException;
  }

  /** Reads from lists, because a watcher has the right to list, and not always to get. */
  private Served served(WatchedKind kind, int suspects) throws StatusException {
    ObjectDecoder decoder =
        new ObjectDecoder(kind, new HealthLog("", Ticker.SYSTEM), policies, new RelatedKinds());
    ListPager pager = new ListPager(connection, JsonPruning.FOR_RULES, Connection.JSON);
    if (suspects <= MOST_SINGLE) {
      return name -> {
        Optional<String> namespace = Optional.of(name.namespace()).filter(n -> !n.isEmpty());
        return pager.find(state.served(kind), namespace, name.name()).flatMap(decoder::decode);
      };
    }
    Map<NamespacedName, ApiObject> all = new HashMap<>();
    String unused =
        pager
            .mapping(decoder::reduced)
            .read(
                state.served(kind),
                Optional.empty(),
                new ListPager.PageConsumer() {
                  @Override
                  public void accept(List<JsonTree> page) {
                    page.forEach(
                        item ->
                            decoder.decode(item).ifPresent(o -> all.put(NamespacedName.of(o), o)));
                  }

                  @Override
                  public void restart() {
                    all.clear();
                  }
                });
    return name -> Optional.ofNullable(all.get(name));
  }
}
