package dev.plimsoll.model.tenancy;

import dev.plimsoll.kubernetes.quantity.Quantity;
import dev.plimsoll.kubernetes.quantity.ResourceName;

/**
 * A quota key that is not divided but may be raised, such as {@code pods}.
 *
 * @param key the key
 * @param upTo what it is raised to at most
 */
public record UndividedKey(ResourceName key, Quantity upTo) {}
