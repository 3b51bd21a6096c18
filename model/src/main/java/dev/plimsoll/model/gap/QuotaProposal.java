package dev.plimsoll.model.gap;

import dev.plimsoll.model.admission.AdmissionReport;
import dev.plimsoll.model.object.Pod;
import dev.plimsoll.model.object.ResourceQuota;
import dev.plimsoll.model.quantity.Quantity;
import dev.plimsoll.model.quantity.ResourceName;
import dev.plimsoll.model.quota.QuotaRefusal;
import dev.plimsoll.model.whatif.Attempt;
import dev.plimsoll.model.whatif.Change;
import dev.plimsoll.model.whatif.Trial;
import dev.plimsoll.model.whatif.World;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Proposes to raise the quotas that refuse pods by just what is missing. */
final class QuotaProposal {
  private static final int ROUNDS = 20;

  private record Key(String quota, ResourceName name) {}

  private QuotaProposal() {}

  static List<Remedy> propose(
      Scene scene, Refusals.Refused refused, QuotaRefusal.Exceeded exceeded) {
    List<Remedy> remedies = new ArrayList<>();
    raise(scene, refused).ifPresent(remedies::add);
    remedies.addAll(Borrowing.propose(scene, refused, exceeded));
    return remedies;
  }

  /**
   * Raises what stands in the way, quota by quota and key by key, until nothing does: each to what
   * is used by then plus what the refused pod asks for.
   */
  private static Optional<Remedy> raise(Scene scene, Refusals.Refused refused) {
    String namespace = refused.group().root().namespace();
    List<Pod> missing = RefusedPods.missing(refused);
    Map<Key, Quantity> raised = new LinkedHashMap<>();
    World world = scene.world();
    Trial trial = Trial.create(world, missing);
    for (int round = 0;
        round < ROUNDS * missing.size() && trial.firstRefused().isPresent();
        round++) {
      Optional<QuotaRefusal.Exceeded> next =
          trial
              .firstRefused()
              .flatMap(Attempt::admission)
              .flatMap(AdmissionReport::quotaRefusal)
              .filter(QuotaRefusal.Exceeded.class::isInstance)
              .map(QuotaRefusal.Exceeded.class::cast);
      if (next.isEmpty()) {
        return Optional.empty();
      }
      int still = missing.size() - trial.admitted();
      for (ResourceName key : next.get().limited().names()) {
        Quantity needed =
            next.get()
                .used()
                .getOrZero(key)
                .add(next.get().requested().getOrZero(key).multiply(still));
        raised.put(new Key(next.get().quota(), key), needed);
        world = world.with(new Change.SetQuota(namespace, next.get().quota(), key, needed));
      }
      trial = Trial.create(world, missing);
    }
    return raised.isEmpty()
        ? Optional.empty()
        : Optional.of(remedy(scene, namespace, raised, trial));
  }

  private static Remedy remedy(
      Scene scene, String namespace, Map<Key, Quantity> raised, Trial trial) {
    List<String> words = new ArrayList<>();
    List<String> options = new ArrayList<>();
    List<String> commands = new ArrayList<>();
    raised.forEach(
        (key, hard) -> {
          Quantity before =
              scene
                  .cluster()
                  .find(ResourceQuota.class, namespace, key.quota())
                  .map(q -> q.spec().hard().getOrZero(key.name()))
                  .orElse(Quantity.ZERO);
          words.add(key.name() + " of quota " + key.quota() + " from " + before + " to " + hard);
          options.add("--set-quota");
          options.add(namespace + "/" + key.quota() + ":" + key.name() + "=" + hard);
          commands.add(Remedies.patchCommand(namespace, key.quota(), key.name(), hard));
        });
    return new Remedy(
        "raise " + String.join(", ", words),
        Optional.of(String.join(" && ", commands)),
        Optional.empty(),
        options,
        trial.allPlaced(),
        trial.summary());
  }
}
