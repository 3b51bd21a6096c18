package dev.plimsoll.model.patch;

import static dev.plimsoll.model.patch.PatchOperation.add;
import static dev.plimsoll.model.patch.PatchOperation.path;
import static dev.plimsoll.model.patch.PatchOperation.test;

import dev.plimsoll.kubernetes.object.PolicyObject;
import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import java.util.List;

/** Patches of what a capacity policy says of a tenant. */
public final class TenantPatch {
  private TenantPatch() {}

  /**
   * Returns the patch that sets an amount.
   *
   * @param policy the policy
   * @param index the tenant's place in it, from 0
   * @param tenant its name
   * @param field {@code ceiling} or {@code guarantee}
   * @param isOnly whether the tenant has no other amounts there
   */
  public static ObjectPatch amount(
      PolicyObject policy,
      int index,
      String tenant,
      String field,
      boolean isOnly,
      ResourceName resource,
      Quantity amount) {
    List<String> at = List.of("spec", "tenants", Integer.toString(index));
    return ObjectPatch.of(
        policy,
        PatchType.JSON,
        PatchOperation.patch(
            List.of(
                test(path(at, "name"), JsonText.string(tenant)),
                isOnly
                    ? add(path(at, field), JsonText.resources(Resources.of(resource, amount)))
                    : add(path(at, field, resource.name()), JsonText.string(amount.toString())))));
  }
}
