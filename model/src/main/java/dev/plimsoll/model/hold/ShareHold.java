package dev.plimsoll.model.hold;

import dev.plimsoll.model.tenancy.usage.ShareAmounts;

/**
 * The share that holds a pod.
 *
 * @param policy the capacity policy
 * @param tenant the tenant
 * @param amounts what is lacking, with what the pod or its gang requests
 */
public record ShareHold(String policy, String tenant, ShareAmounts amounts) {}
