package dev.plimsoll.cli;

import dev.plimsoll.kube.InputException;
import dev.plimsoll.kubernetes.cluster.Cluster;
import dev.plimsoll.kubernetes.object.Namespace;
import dev.plimsoll.model.hours.StateLine;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The tenant that a report is about, if it is about one. */
final class TenantOption {
  @Option(
      names = "--tenant",
      paramLabel = "NAME",
      description =
          "Report on this tenant only, without names of other tenants. Gaps have remedies that the"
              + " tenant may carry out itself.")
  private @Nullable String tenant;

  /** Only picocli makes one. */
  TenantOption() {}

  /** Returns whether the report is about one tenant. */
  boolean isGiven() {
    return tenant != null;
  }

  /** Returns the lines of the tenant, or all. */
  List<StateLine> lines(List<StateLine> lines) {
    return tenant == null ? lines : lines.stream().filter(l -> covers(l.group())).toList();
  }

  /** Returns whether the report is about a tenant. */
  boolean covers(String other) {
    return tenant == null || tenant.equals(other);
  }

  /** Returns half a sentence that names the tenant; empty if the report is about all. */
  String phrase() {
    return tenant == null ? "" : " of tenant " + tenant;
  }

  /** Returns the test whether a namespace belongs to the tenant. */
  Predicate<String> namespaces(UnaryOperator<String> tenants) {
    return namespace -> !namespace.isEmpty() && tenants.apply(namespace).equals(tenant);
  }

  /**
   * Requires that the tenant has a namespace.
   *
   * @param tenants returns the tenant of a namespace
   * @throws InputException if all namespaces are known and belong to others
   */
  void require(Cluster cluster, UnaryOperator<String> tenants) {
    if (tenant != null
        && cluster.covers(Namespace.RESOURCE)
        && cluster.namespaces().stream().noneMatch(namespaces(tenants))) {
      throw new InputException(
          "no namespace of the cluster belongs to tenant "
              + tenant
              + "; without a CapacityPolicy each namespace is a tenant.");
    }
  }
}
