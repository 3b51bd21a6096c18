package dev.plimsoll.admission.ledger;

import dev.plimsoll.kube.json.JsonPruning;
import dev.plimsoll.kube.json.ObjectReader;
import dev.plimsoll.kube.live.Connection;
import dev.plimsoll.kube.live.Discovery;
import dev.plimsoll.kube.live.StatusException;
import dev.plimsoll.kube.resource.ApiResource;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.GroupVersionKind;
import dev.plimsoll.model.ledger.Reservation;
import dev.plimsoll.model.ledger.ReservedBy;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Looks up objects in the API server itself, because an informer may be late. */
public final class LiveObjects implements RequestOutcomes {
  private final Connection connection;
  private final Map<GroupVersionKind, ApiResource> resources = new ConcurrentHashMap<>();

  /** Looks up over a connection. */
  public LiveObjects(Connection connection) {
    this.connection = connection;
  }

  @Override
  public boolean isLost(Reservation reservation) throws StatusException {
    ReservedBy object = reservation.reservedBy();
    GroupVersionKind type = GroupVersionKind.of(object.apiVersion(), object.kind());
    Optional<ApiResource> resource = resource(type);
    if (resource.isEmpty()) {
      return false;
    }
    String path = resource.get().path(Optional.of(object.namespace())) + "/" + object.name();
    try {
      ApiObject stored =
          connection.get(
              path,
              Map.of(),
              Connection.JSON,
              JsonPruning.FOR_RULES,
              json -> ObjectReader.read(json.object(), type, resource.get().resource()));
      return !reservation.isObservedIn(stored);
    } catch (StatusException e) {
      if (e.code() == StatusException.NOT_FOUND) {
        return true;
      }
      throw e;
    }
  }

  private Optional<ApiResource> resource(GroupVersionKind type) {
    if (!resources.containsKey(type)) {
      new Discovery(connection).find(type).ifPresent(found -> resources.put(type, found));
    }
    return Optional.ofNullable(resources.get(type));
  }
}
