package dev.plimsoll.model.gap.remedy;

import dev.plimsoll.kubernetes.object.ObjectMeta;
import dev.plimsoll.kubernetes.object.PersistentVolume;
import dev.plimsoll.kubernetes.object.PersistentVolumeClaim;
import dev.plimsoll.kubernetes.object.Pod;
import dev.plimsoll.kubernetes.object.StorageClass;
import dev.plimsoll.kubernetes.object.Volume;
import dev.plimsoll.kubernetes.quantity.Counted;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import dev.plimsoll.model.gap.Actor;
import dev.plimsoll.model.gap.DetectionContext;
import dev.plimsoll.model.gap.UnschedulablePods;
import dev.plimsoll.model.whatif.Change;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Proposes the claim or storage class that pods wait for: a missing claim, another class that makes
 * volumes, or the missing class.
 */
final class StorageProposer implements UnschedulablePodsProposer {
  private static final String NO_PROVISIONER = "kubernetes.io/no-provisioner";
  private static final Resources SMALLEST =
      Resources.builder().put(ResourceName.STORAGE, Quantity.parse("1Gi")).build();

  @Override
  public List<Proposal> propose(
      DetectionContext context, UnschedulablePods pods, ResourceName resource) {
    Pod first = pods.pods().get(0);
    List<StorageClass> usable = usable(context);
    if (first.spec().volumes().isEmpty() || usable.isEmpty()) {
      return List.of();
    }
    StorageClass best = usable.get(0);
    Set<String> missing = new LinkedHashSet<>();
    Map<String, PersistentVolumeClaim> broken = new LinkedHashMap<>();
    Set<String> missingClasses = new LinkedHashSet<>();
    boolean fromTemplates = pods.workload().root().kind().equals("StatefulSet");
    for (Pod pod : pods.pods()) {
      for (Volume volume : pod.spec().volumes()) {
        Optional<PersistentVolumeClaim> claim =
            context
                .cluster()
                .find(PersistentVolumeClaim.class, pod.namespace(), volume.claimName(pod));
        if (claim.isEmpty() && volume.claimName().isPresent() && volume.claimTemplate().isEmpty()) {
          missing.add(volume.claimName(pod));
        }
        claim.filter(c -> isBroken(context, c, usable)).ifPresent(c -> broken.put(c.name(), c));
        claim
            .or(volume::claimTemplate)
            .flatMap(PersistentVolumeClaim::storageClass)
            .filter(c -> !c.isEmpty())
            .filter(c -> context.cluster().find(StorageClass.class, "", c).isEmpty())
            .ifPresent(missingClasses::add);
      }
    }
    List<Proposal> proposals = new ArrayList<>();
    if (!missing.isEmpty() || !broken.isEmpty()) {
      proposals.add(claims(first.namespace(), missing, broken, missingClasses, usable));
    }
    if (!missingClasses.isEmpty() && missing.isEmpty()) {
      proposals.add(fromTemplates ? 0 : proposals.size(), classes(missingClasses, best));
    }
    return proposals;
  }

  /** Returns the classes whose volumes are made on demand, the default first. */
  private static List<StorageClass> usable(DetectionContext context) {
    return context.cluster().list(StorageClass.class).stream()
        .filter(c -> !c.provisioner().isEmpty() && !c.provisioner().equals(NO_PROVISIONER))
        .sorted(
            Comparator.comparing((StorageClass c) -> !c.isDefault())
                .thenComparing(StorageClass::name))
        .toList();
  }

  /** Returns whether nobody makes a volume for the claim, and it may be created again. */
  private static boolean isBroken(
      DetectionContext context, PersistentVolumeClaim claim, List<StorageClass> usable) {
    boolean hasNoVolume = isVolumeMissing(context, claim);
    return (claim.volumeName().isEmpty() || hasNoVolume)
        && claim.metadata().deletionTimestamp().isEmpty()
        && claim.metadata().controller().isEmpty()
        && !claim
            .metadata()
            .annotations()
            .containsKey(PersistentVolumeClaim.BETA_STORAGE_CLASS_ANNOTATION)
        && (hasNoVolume || usable.stream().noneMatch(c -> isOf(c, claim)))
        && context.cluster().covers(StorageClass.RESOURCE);
  }

  private static boolean isOf(StorageClass storageClass, PersistentVolumeClaim claim) {
    return claim.storageClass().equals(Optional.of(storageClass.name()));
  }

  /** Returns whether the claim names a volume that doesn't exist. */
  private static boolean isVolumeMissing(DetectionContext context, PersistentVolumeClaim claim) {
    return !claim.volumeName().isEmpty()
        && context.cluster().covers(PersistentVolume.RESOURCE)
        && context.cluster().find(PersistentVolume.class, "", claim.volumeName()).isEmpty();
  }

  private static Proposal claims(
      String namespace,
      Set<String> missing,
      Map<String, PersistentVolumeClaim> broken,
      Set<String> missingClasses,
      List<StorageClass> usable) {
    String best =
        usable.stream()
            .filter(c -> broken.values().stream().anyMatch(b -> isOf(c, b)))
            .findFirst()
            .orElse(usable.get(0))
            .name();
    List<Change> changes = new ArrayList<>();
    List<String> words = new ArrayList<>();
    if (!missing.isEmpty()) {
      words.add(
          "create %s %s with 1Gi of storage class %s, or with as much as the pod needs"
              .formatted(claims(missing.size()), String.join(", ", missing), best));
      missing.forEach(m -> changes.add(new Change.Apply(claim(namespace, m, best))));
    }
    if (!broken.isEmpty()) {
      words.add(
          "create %s %s again with storage class %s%s (there are: %s)"
              .formatted(
                  claims(broken.size()),
                  String.join(", ", broken.keySet()),
                  best,
                  why(broken, missingClasses),
                  usable.stream().map(StorageClass::name).collect(Collectors.joining(", "))));
      broken
          .values()
          .forEach(c -> changes.add(new Change.Apply(c.unbound().withStorageClassName(best))));
    }
    return Proposal.ofCluster(String.join(", and ", words), Actor.TENANT, changes);
  }

  private static String claims(int count) {
    return count == 1 ? "claim" : "claims";
  }

  private static String why(Map<String, PersistentVolumeClaim> broken, Set<String> missingClasses) {
    if (!missingClasses.isEmpty()) {
      return " instead of "
          + String.join(", ", missingClasses)
          + (missingClasses.size() == 1 ? ", which does not exist" : ", which do not exist");
    }
    List<String> volumes =
        broken.values().stream()
            .map(PersistentVolumeClaim::volumeName)
            .filter(v -> !v.isEmpty())
            .toList();
    if (!volumes.isEmpty()) {
      return ", since "
          + Counted.noun(volumes.size(), "volume")
          + " "
          + String.join(", ", volumes)
          + Counted.verb(volumes.size(), " does", " do")
          + " not exist";
    }
    Set<String> classes = new LinkedHashSet<>();
    broken
        .values()
        .forEach(c -> c.storageClass().filter(n -> !n.isEmpty()).ifPresent(classes::add));
    return classes.isEmpty()
        ? ", since no class is the default"
        : " instead of " + String.join(", ", classes) + ", which makes no volumes";
  }

  private static PersistentVolumeClaim claim(String namespace, String name, String storageClass) {
    return new PersistentVolumeClaim(
        ObjectMeta.of(namespace, name),
        SMALLEST,
        Optional.of(storageClass),
        "",
        "Filesystem",
        Optional.empty(),
        List.of("ReadWriteOnce"),
        "",
        "Pending",
        Resources.EMPTY,
        "",
        "");
  }

  private static Proposal classes(Set<String> missing, StorageClass like) {
    return Proposal.ofCluster(
        "create storage class " + String.join(", ", missing) + " like " + like.name(),
        Actor.ADMIN,
        missing.stream().map(m -> new Change.CopyStorageClass(like.name(), m)).toList());
  }
}
