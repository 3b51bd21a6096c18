package dev.plimsoll.kubernetes.device;

import dev.plimsoll.kubernetes.object.Node;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * MIG devices, and replicas of them.
 *
 * <p>With the strategy {@code mixed} the label {@code nvidia.com/gpu.count} counts cards. The cards
 * that are not whole GPUs are divided among the node's MIG devices by their compute slices, so that
 * the parts add up to the cards. Without that count, and with the strategy {@code single}, whose
 * count is of MIG devices, a node with one profile is taken as cards filled with this profile.
 *
 * <p>Source: {@code github.com/NVIDIA/k8s-device-plugin/internal/lm/mig-strategy.go}, and the
 * tables of profiles in NVIDIA's MIG User Guide.
 */
final class MigUnits {
  static final String RESOURCE = "nvidia.com/mig-";

  private static final String PRODUCT = "nvidia.com/gpu.product";
  private static final String SINGLE = "-MIG-";
  private static final Pattern PROFILE = Pattern.compile("([1-7])g\\.(\\d{1,4})gb");
  private static final Pattern MEMORY = Pattern.compile("(\\d{2,3})GB");
  private static final Pattern QUARTERS = Pattern.compile("A30\\b|RTX[- ]PRO");
  private static final int SLICES = 7;
  private static final int MEMORY_SLICES = 8;

  /** The compute slices and gigabytes of a MIG device. */
  private record Profile(int slices, int gigabytes) {
    static Optional<Profile> of(String text) {
      Matcher matcher = PROFILE.matcher(text);
      return matcher.matches()
          ? Optional.of(
              new Profile(Integer.parseInt(matcher.group(1)), Integer.parseInt(matcher.group(2))))
          : Optional.empty();
    }
  }

  private MigUnits() {}

  /** Returns whether units named as GPUs are MIG devices. */
  static boolean isSingle(Node node) {
    return product(node).contains(SINGLE);
  }

  static DeviceUnit of(Node node, ResourceName resource) {
    Optional<Profile> profile = profile(node, resource);
    Optional<Long> replicas = NvidiaUnits.replicas(node, resource);
    if (profile.isEmpty() || replicas.isEmpty()) {
      return DeviceUnit.unknown(resource);
    }
    Optional<Fraction> counted =
        isSingle(node) ? Optional.empty() : byCards(node, profile.get(), replicas.get());
    return counted
        .map(part -> DeviceUnit.part(NvidiaUnits.GPU, part))
        .orElseGet(
            () ->
                migResources(node).size() > 1
                    ? DeviceUnit.unknown(resource)
                    : DeviceUnits.equalParts(
                        node,
                        resource,
                        NvidiaUnits.GPU,
                        perCard(node, profile.get()) * replicas.get()));
  }

  private static Optional<Fraction> byCards(Node node, Profile profile, long replicas) {
    Optional<Integer> count = DeviceUnits.number(node, NvidiaUnits.GPU.name() + ".count");
    Fraction cards = Fraction.of(count.orElse(0), 1).plus(wholeCards(node).times(-1));
    Fraction slices = Fraction.ZERO;
    for (ResourceName mig : migResources(node)) {
      Optional<Profile> other = profile(node, mig);
      Optional<Long> shared = NvidiaUnits.replicas(node, mig);
      if (other.isEmpty() || shared.isEmpty()) {
        return Optional.empty();
      }
      slices =
          slices.plus(
              Fraction.of(DeviceUnits.units(node, mig) * other.get().slices(), shared.get()));
    }
    boolean fits =
        slices.compareTo(Fraction.ZERO) > 0 && cards.times(SLICES).compareTo(slices) >= 0;
    return fits
        ? Optional.of(cards.times(Fraction.of(profile.slices(), replicas)).dividedBy(slices))
        : Optional.empty();
  }

  private static Fraction wholeCards(Node node) {
    return Stream.of(NvidiaUnits.GPU, ResourceName.of(NvidiaUnits.GPU.name() + NvidiaUnits.SHARED))
        .filter(r -> DeviceUnits.units(node, r) > 0)
        .map(r -> DeviceUnits.of(node, r).devices(DeviceUnits.units(node, r)))
        .reduce(Fraction.ZERO, Fraction::plus);
  }

  private static List<ResourceName> migResources(Node node) {
    return Stream.concat(node.capacity().names().stream(), node.allocatable().names().stream())
        .distinct()
        .filter(r -> r.name().startsWith(RESOURCE) && DeviceUnits.units(node, r) > 0)
        .toList();
  }

  private static Optional<Profile> profile(Node node, ResourceName resource) {
    String base = NvidiaUnits.base(resource);
    String product = product(node);
    return Profile.of(
        base.startsWith(RESOURCE)
            ? base.substring(RESOURCE.length())
            : product
                .substring(product.indexOf(SINGLE) + SINGLE.length())
                .replaceFirst("-SHARED$", ""));
  }

  /** Returns how many devices of the profile fill a card; 0 if the card's memory decides it. */
  private static long perCard(Node node, Profile profile) {
    String product = product(node);
    if (QUARTERS.matcher(product).find()) {
      return 4 / profile.slices();
    }
    Matcher labelled = MEMORY.matcher(product);
    if (profile.slices() > 2) {
      return SLICES / profile.slices();
    }
    if (!labelled.find()) {
      return 0;
    }
    double slice = Integer.parseInt(labelled.group(1)) / (double) MEMORY_SLICES;
    long memory = Math.max(1, Math.round(profile.gigabytes() / slice));
    return Math.min(SLICES / profile.slices(), MEMORY_SLICES / memory);
  }

  private static String product(Node node) {
    return DeviceUnits.label(node, PRODUCT).orElse("");
  }
}
