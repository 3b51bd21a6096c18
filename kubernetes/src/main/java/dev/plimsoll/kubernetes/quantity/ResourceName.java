package dev.plimsoll.kubernetes.quantity;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The name of a resource in requests, limits, capacities and quotas. Any text is a name, valid or
 * not. Names are ordered by their bytes, as Kubernetes sorts them.
 *
 * <p>A user who creates pods may invent names, so only a bounded number of names is cached; a newer
 * name replaces an older one in its slot. Threads share the slots without a lock, since names never
 * change: at worst, a name is created twice.
 *
 * <p>The predicates are Kubernetes' own. Source: {@code pkg/apis/core/helper/helpers.go}, {@code
 * pkg/apis/core/v1/helper/helpers.go}, {@code pkg/scheduler/util/utils.go}.
 */
public final class ResourceName implements Comparable<ResourceName> {
  private static final String NATIVE_PREFIX = "kubernetes.io/";
  private static final String HUGE_PAGES_PREFIX = "hugepages-";
  private static final String REQUESTS_PREFIX = "requests.";
  private static final String ATTACHABLE_VOLUMES_PREFIX = "attachable-volumes-";
  private static final String DEVICE_CLASS_PREFIX = "deviceclass.resource.kubernetes.io/";

  /** A cluster has some dozens. A power of two. */
  static final int REMEMBERED = 1 << 12;

  private static final int SHIFT = Integer.numberOfLeadingZeros(REMEMBERED) + 1;
  private static final @Nullable ResourceName[] SLOTS = new ResourceName[REMEMBERED];

  public static final ResourceName CPU = of("cpu");
  public static final ResourceName MEMORY = of("memory");
  public static final ResourceName STORAGE = of("storage");
  public static final ResourceName EPHEMERAL_STORAGE = of("ephemeral-storage");
  public static final ResourceName PODS = of("pods");
  public static final ResourceName SERVICES = of("services");
  public static final ResourceName SERVICES_NODE_PORTS = of("services.nodeports");
  public static final ResourceName SERVICES_LOAD_BALANCERS = of("services.loadbalancers");
  public static final ResourceName REPLICATION_CONTROLLERS = of("replicationcontrollers");
  public static final ResourceName RESOURCE_QUOTAS = of("resourcequotas");
  public static final ResourceName SECRETS = of("secrets");
  public static final ResourceName CONFIG_MAPS = of("configmaps");
  public static final ResourceName PERSISTENT_VOLUME_CLAIMS = of("persistentvolumeclaims");
  public static final ResourceName REQUESTS_CPU = of("requests.cpu");
  public static final ResourceName REQUESTS_MEMORY = of("requests.memory");
  public static final ResourceName REQUESTS_STORAGE = of("requests.storage");
  public static final ResourceName REQUESTS_EPHEMERAL_STORAGE = of("requests.ephemeral-storage");
  public static final ResourceName LIMITS_CPU = of("limits.cpu");
  public static final ResourceName LIMITS_MEMORY = of("limits.memory");
  public static final ResourceName LIMITS_EPHEMERAL_STORAGE = of("limits.ephemeral-storage");
  public static final ResourceName COUNT_PODS = of("count/pods");

  private static final Set<ResourceName> OBJECT_COUNTS =
      Set.of(
          PODS,
          RESOURCE_QUOTAS,
          SERVICES,
          REPLICATION_CONTROLLERS,
          SECRETS,
          CONFIG_MAPS,
          PERSISTENT_VOLUME_CLAIMS,
          SERVICES_NODE_PORTS,
          SERVICES_LOAD_BALANCERS);

  private final String name;
  private final int hash;
  private final boolean prefixedNative;
  private final boolean isNative;
  private final boolean hugePage;
  private final boolean quotaHugePage;
  private final boolean extended;
  private final boolean attachableVolume;
  private final boolean draExtended;

  private ResourceName(String name) {
    this.name = name;
    this.hash = name.hashCode();
    this.prefixedNative = name.contains(NATIVE_PREFIX);
    this.isNative = prefixedNative || name.indexOf('/') < 0;
    this.hugePage = name.startsWith(HUGE_PAGES_PREFIX);
    this.quotaHugePage = hugePage || name.startsWith(REQUESTS_PREFIX + HUGE_PAGES_PREFIX);
    this.extended =
        !isNative
            && !name.startsWith(REQUESTS_PREFIX)
            && QualifiedNames.qualifiedName(REQUESTS_PREFIX + name).isEmpty();
    this.attachableVolume = name.startsWith(ATTACHABLE_VOLUMES_PREFIX);
    this.draExtended = extended || name.startsWith(DEVICE_CLASS_PREFIX);
  }

  public static ResourceName of(String name) {
    int slot = (name.hashCode() * 0x9E3779B9) >>> SHIFT;
    ResourceName known = SLOTS[slot];
    if (known != null && known.name.equals(name)) {
      return known;
    }
    ResourceName made = new ResourceName(name);
    SLOTS[slot] = made;
    return made;
  }

  public String name() {
    return name;
  }

  /** No slash in it, or {@code kubernetes.io/}. */
  public boolean isNative() {
    return isNative;
  }

  /** {@code hugepages-…}. */
  public boolean isHugePage() {
    return hugePage;
  }

  /** {@code hugepages-…} or {@code requests.hugepages-…}. */
  public boolean isQuotaHugePage() {
    return quotaHugePage;
  }

  /**
   * A device plug-in's resource such as {@code nvidia.com/gpu}. By Kubernetes' rule also such quota
   * keys as {@code count/pods} and {@code limits.nvidia.com/gpu}, but not {@code
   * requests.nvidia.com/gpu}.
   */
  public boolean isExtended() {
    return extended;
  }

  /** Whether the limit may differ from the request. */
  public boolean isOvercommitAllowed() {
    return isNative && !hugePage;
  }

  /** Whether requests, limits and quotas must be whole numbers. */
  public boolean isInteger() {
    return extended || OBJECT_COUNTS.contains(this);
  }

  /** Whether the scheduler counts it beside cpu, memory, ephemeral storage and pods. */
  public boolean isScalar() {
    return extended || hugePage || prefixedNative || attachableVolume;
  }

  /** Extended, or named after a device class. */
  public boolean isDraExtended() {
    return draExtended;
  }

  @Override
  public int compareTo(ResourceName other) {
    if (equals(other)) {
      return 0;
    }
    for (int i = 0; i < Math.min(name.length(), other.name.length()); i++) {
      if (name.charAt(i) != other.name.charAt(i)) {
        return Integer.compare(name.codePointAt(i), other.name.codePointAt(i));
      }
    }
    return Integer.compare(name.length(), other.name.length());
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return this == other
        || (other instanceof ResourceName that && hash == that.hash && name.equals(that.name));
  }

  @Override
  public int hashCode() {
    return hash;
  }

  @Override
  public String toString() {
    return name;
  }
}
