package dev.plimsoll.kube.watch;

import com.google.gson.JsonObject;
import dev.plimsoll.kube.json.PrunedJson;
import dev.plimsoll.kube.live.Connection;
import dev.plimsoll.kube.live.PagedList;
import dev.plimsoll.kube.live.StatusException;
import dev.plimsoll.model.object.ApiObject;
import dev.plimsoll.model.object.ObjectMeta;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Compares the picture with what the server has, and repairs it. What differs is looked at again
 * after a while: only where the picture hasn't moved and still differs was news lost.
 */
final class SelfCheck {
  private record Place(String namespace, String name) {}

  private record Suspect(Watched kind, Place place, String held) {}

  private final Connection connection;
  private final List<Watched> kinds;
  private final LiveState state;
  private final LivePolicies policies;
  private final Duration grace;

  SelfCheck(
      Connection connection,
      List<Watched> kinds,
      LiveState state,
      LivePolicies policies,
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
    for (Watched kind : kinds) {
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

  private List<Suspect> suspects(Watched kind) throws StatusException {
    Map<Place, String> served = new HashMap<>();
    PagedList.Taker taker =
        new PagedList.Taker() {
          @Override
          public void items(List<JsonObject> page) {
            page.forEach(
                i ->
                    served.put(
                        new Place(Reader.field(i, "namespace"), Reader.field(i, "name")),
                        Reader.field(i, "resourceVersion")));
          }

          @Override
          public void restart() {
            served.clear();
          }
        };
    try {
      new PagedList(connection, PrunedJson.FOR_RULES, Connection.METADATA)
          .read(kind.resource().path(Optional.empty()), taker);
    } catch (StatusException e) {
      if (!kind.isMissing(e)) {
        throw e;
      }
    }
    List<Suspect> suspects = new ArrayList<>();
    for (ApiObject object : state.cluster().list(kind.type())) {
      String version = object.metadata().resourceVersion();
      Place place = new Place(object.namespace(), object.name());
      if (!version.equals(served.remove(place))) {
        suspects.add(new Suspect(kind, place, version));
      }
    }
    served.keySet().forEach(place -> suspects.add(new Suspect(kind, place, "")));
    return suspects;
  }

  private Optional<Drift> confirmed(Suspect suspect) throws StatusException {
    Optional<ApiObject> served = served(suspect);
    Optional<? extends ApiObject> held = held(suspect);
    String version = version(served);
    if (!version(held).equals(suspect.held()) || version.equals(suspect.held())) {
      return Optional.empty();
    }
    held.filter(h -> served.isEmpty()).ifPresent(state::remove);
    served.ifPresent(state::put);
    return Optional.of(
        new Drift(
            suspect.kind().resource().resource(),
            suspect.place().namespace(),
            suspect.place().name(),
            suspect.held(),
            version));
  }

  private Optional<? extends ApiObject> held(Suspect suspect) {
    return state
        .cluster()
        .find(suspect.kind().type(), suspect.place().namespace(), suspect.place().name());
  }

  private static String version(Optional<? extends ApiObject> object) {
    return object.map(ApiObject::metadata).map(ObjectMeta::resourceVersion).orElse("");
  }

  private Optional<ApiObject> served(Suspect suspect) throws StatusException {
    String namespace = suspect.place().namespace();
    String path =
        suspect
                .kind()
                .resource()
                .path(namespace.isEmpty() ? Optional.empty() : Optional.of(namespace))
            + "/"
            + suspect.place().name();
    try {
      JsonObject json =
          connection.get(path, Map.of(), Connection.JSON, PrunedJson.FOR_RULES::readItem);
      return new Reader(suspect.kind().resource(), new HealthLog("", Clock.systemUTC()), policies)
          .item(json)
          .object();
    } catch (StatusException e) {
      if (e.code() == StatusException.NOT_FOUND) {
        return Optional.empty();
      }
      throw e;
    }
  }
}
