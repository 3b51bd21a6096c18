package dev.plimsoll.kube.watch;

import dev.plimsoll.kube.json.JsonPruning;
import dev.plimsoll.kube.json.JsonTree;
import dev.plimsoll.kube.live.Connection;
import dev.plimsoll.kube.live.ListPager;
import dev.plimsoll.kube.live.RelatedKinds;
import dev.plimsoll.kube.live.StatusException;
import dev.plimsoll.kube.periodic.Ticker;
import dev.plimsoll.model.object.ApiObject;
import dev.plimsoll.model.object.ObjectMeta;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Compares the snapshot with what the server has, and repairs it. What differs is looked at again
 * after a while: only where the snapshot hasn't changed and still differs was an event lost.
 */
final class SelfCheck {
  private record NamespacedName(String namespace, String name) {}

  private record Suspect(WatchedKind kind, NamespacedName name, String storedVersion) {}

  private final Connection connection;
  private final List<WatchedKind> kinds;
  private final ClusterStore state;
  private final PolicyStore policies;
  private final Duration grace;

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
   * Checks all kinds.
   *
   * @return what was wrong and is repaired
   * @throws StatusException if the server doesn't let itself be asked
   */
  List<Drift> run() throws StatusException, InterruptedException {
    List<Suspect> suspects = new ArrayList<>();
    for (WatchedKind kind : kinds) {
      suspects.addAll(suspects(kind));
    }
    List<Drift> drifts = new ArrayList<>();
    if (!suspects.isEmpty()) {
      Thread.sleep(grace.toMillis());
      for (Suspect suspect : suspects) {
        confirmed(suspect).ifPresent(drifts::add);
      }
    }
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
          .read(kind.resource().path(Optional.empty()), pageConsumer);
    } catch (StatusException e) {
      if (!kind.isMissing(e) && !kind.isLeftOut(e)) {
        throw e;
      }
    }
    List<Suspect> suspects = new ArrayList<>();
    for (ApiObject object : state.cluster().list(kind.type())) {
      if (!kind.includes(object)) {
        continue;
      }
      String version = object.metadata().resourceVersion();
      NamespacedName namespacedName = new NamespacedName(object.namespace(), object.name());
      if (!version.equals(served.remove(namespacedName))) {
        suspects.add(new Suspect(kind, namespacedName, version));
      }
    }
    served.keySet().forEach(namespacedName -> suspects.add(new Suspect(kind, namespacedName, "")));
    return suspects;
  }

  private Optional<Drift> confirmed(Suspect suspect) throws StatusException {
    Optional<ApiObject> served = served(suspect);
    Optional<? extends ApiObject> held = stored(suspect);
    String version = version(served);
    if (!version(held).equals(suspect.storedVersion()) || version.equals(suspect.storedVersion())) {
      return Optional.empty();
    }
    held.filter(h -> served.isEmpty()).ifPresent(state::remove);
    served.ifPresent(s -> state.correct(s, suspect.storedVersion()));
    return Optional.of(
        new Drift(
            suspect.kind().resource().resource(),
            suspect.name().namespace(),
            suspect.name().name(),
            suspect.storedVersion(),
            version));
  }

  private Optional<? extends ApiObject> stored(Suspect suspect) {
    return state.cluster().list(suspect.kind().type(), suspect.name().namespace()).stream()
        .filter(suspect.kind()::includes)
        .filter(o -> o.name().equals(suspect.name().name()))
        .findFirst();
  }

  private static String version(Optional<? extends ApiObject> object) {
    return object.map(ApiObject::metadata).map(ObjectMeta::resourceVersion).orElse("");
  }

  /** Asks by a list, which whoever watches may do, unlike get. */
  private Optional<ApiObject> served(Suspect suspect) throws StatusException {
    String namespace = suspect.name().namespace();
    String path =
        suspect
            .kind()
            .resource()
            .path(namespace.isEmpty() ? Optional.empty() : Optional.of(namespace));
    ObjectDecoder decoder =
        new ObjectDecoder(
            suspect.kind(), new HealthLog("", Ticker.SYSTEM), policies, new RelatedKinds());
    return new ListPager(connection, JsonPruning.FOR_RULES, Connection.JSON)
        .find(path, suspect.name().name())
        .flatMap(decoder::decode);
  }
}
