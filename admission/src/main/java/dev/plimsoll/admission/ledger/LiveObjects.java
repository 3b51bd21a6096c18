package dev.plimsoll.admission.ledger;

import dev.plimsoll.kube.json.JsonPruning;
import dev.plimsoll.kube.json.ObjectReader;
import dev.plimsoll.kube.live.Connection;
import dev.plimsoll.kube.live.Discovery;
import dev.plimsoll.kube.live.StatusException;
import dev.plimsoll.kube.resource.ApiResource;
import dev.plimsoll.kubernetes.object.ApiObject;
import dev.plimsoll.kubernetes.object.GroupVersionKind;
import dev.plimsoll.kubernetes.object.ObjectMeta;
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
    return resource.isPresent()
        && find(type, resource.get(), object.namespace(), object.name())
            .filter(reservation::isObservedIn)
            .isEmpty();
  }

  /**
   * Returns the metadata of the stored object of an object's name; empty if there is none, or if
   * the API server doesn't know the kind.
   *
   * @throws StatusException if the server doesn't say
   * @throws dev.plimsoll.kube.live.UnreachableException if there is no answer
   */
  public Optional<ObjectMeta> find(ApiObject object) throws StatusException {
    Optional<ApiResource> resource = resource(object.type());
    return resource.isPresent()
        ? find(object.type(), resource.get(), object.namespace(), object.name())
            .map(ApiObject::metadata)
        : Optional.empty();
  }

  private Optional<ApiObject> find(
      GroupVersionKind type, ApiResource resource, String namespace, String name)
      throws StatusException {
    try {
      return Optional.of(
          connection.get(
              resource.path(Optional.of(namespace)) + "/" + name,
              Map.of(),
              Connection.JSON,
              JsonPruning.FOR_RULES,
              json -> ObjectReader.read(json.object(), type, resource.resource())));
    } catch (StatusException e) {
      if (e.code() == StatusException.NOT_FOUND) {
        return Optional.empty();
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
