package dev.plimsoll.model.gap;

import dev.plimsoll.model.object.Pod;
import dev.plimsoll.model.quantity.Quantity;
import dev.plimsoll.model.quantity.ResourceName;
import dev.plimsoll.model.quota.QuotaRefusal;
import dev.plimsoll.model.whatif.Change;
import dev.plimsoll.model.whatif.Trial;
import dev.plimsoll.model.whatif.World;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Proposes to delete pods that can't be placed and hold the quota that others are refused. */
final class Borrowing {

  private Borrowing() {}

  static List<Remedy> propose(
      Scene scene, Refusals.Refused refused, QuotaRefusal.Exceeded exceeded) {
    ResourceName key = exceeded.limited().names().get(0);
    List<Remedy> remedies = new ArrayList<>();
    for (Waiting waiting : scene.waiting()) {
      boolean holds =
          waiting.exists()
              && waiting.group().root().namespace().equals(refused.group().root().namespace())
              && PendingHolders.held(scene, waiting, exceeded.quota(), key).signum() > 0;
      if (holds) {
        remedies.add(release(scene, waiting, refused, exceeded.quota(), key));
      }
    }
    return remedies;
  }

  /** Returns the remedy that deletes pods that wait, so that their quota goes to those refused. */
  static Remedy release(
      Scene scene, Waiting waiting, Refusals.Refused refused, String quota, ResourceName key) {
    Quantity held = PendingHolders.held(scene, waiting, quota, key);
    World world = scene.world();
    for (Pod pod : waiting.pods()) {
      world = world.with(new Change.DeletePod(pod.namespace(), pod.name()));
    }
    world = world.withRecount(refused.group().root().namespace());
    Trial trial = Trial.create(world, RefusedPods.missing(refused));
    String label = waiting.group().label();
    return new Remedy(
        "suspend or delete " + label + ", whose pending pods hold " + held + " of " + key,
        Optional.of(
            "kubectl delete "
                + label.replace('/', ' ')
                + " -n "
                + waiting.group().root().namespace()),
        Optional.empty(),
        List.of(),
        trial.allPlaced(),
        trial.summary());
  }
}
