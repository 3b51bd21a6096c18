package dev.plimsoll.kubernetes.quota;

import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import java.util.Optional;

/**
 * One key of one quota.
 *
 * @param namespace the namespace; empty for a quota over several
 * @param quota the quota's name
 * @param key the key
 * @param hard the limit in force, or that of the spec while none is
 * @param used what the status says is used; absent for keys that nothing charges
 * @param reserved what is reserved besides for objects that were admitted and aren't observed yet,
 *     as the quota's ledger says; absent where none was read
 * @param placed what pods that have a node are charged; absent where pods were not read
 * @param pending what pods that wait for a node are charged; absent where pods were not read
 * @param available what nodes that take pods have free of the resource, whoever may have it; absent
 *     where the key limits nothing that nodes have, and where nodes or pods were not read
 * @param binds whether it is known that no other quota of its namespaces leaves less of the key
 */
public record QuotaKeyUsage(
    String namespace,
    String quota,
    ResourceName key,
    Quantity hard,
    Optional<Quantity> used,
    Optional<Quantity> reserved,
    Optional<Quantity> placed,
    Optional<Quantity> pending,
    Optional<Quantity> available,
    boolean binds) {}
