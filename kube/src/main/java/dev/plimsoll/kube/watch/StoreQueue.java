package dev.plimsoll.kube.watch;

import io.kubernetes.client.common.KubernetesObject;
import io.kubernetes.client.informer.cache.DeltaFIFO;
import java.util.List;
import java.util.Optional;

/**
 * Where the reflector puts what it reads: straight into the picture. The queue this stands in for
 * would hold everything a second time, and hand it to a third place.
 */
final class StoreQueue extends DeltaFIFO {
  private final WatchedKind kind;
  private final ClusterStore state;
  private final HealthLog health;

  StoreQueue(WatchedKind kind, ClusterStore state, HealthLog health) {
    super(KubernetesObject::getKind, null);
    this.kind = kind;
    this.state = state;
    this.health = health;
  }

  @Override
  public void add(KubernetesObject item) {
    ((WatchedObject) item).object().ifPresent(state::put);
    health.received(1);
  }

  @Override
  public void update(KubernetesObject item) {
    add(item);
  }

  @Override
  public void delete(KubernetesObject item) {
    ((WatchedObject) item).object().ifPresent(state::remove);
    health.received(1);
  }

  @Override
  public void replace(List<KubernetesObject> items, String version) {
    state.replace(
        kind.type(),
        items.stream().map(i -> ((WatchedObject) i).object()).flatMap(Optional::stream).toList());
    health.listed();
  }
}
