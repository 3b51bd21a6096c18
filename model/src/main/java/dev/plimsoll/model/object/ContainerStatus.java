package dev.plimsoll.model.object;

import dev.plimsoll.model.quantity.Resources;
import java.util.Optional;

/**
 * The status of a container.
 *
 * @param name the container's name
 * @param resources the requests and limits in force
 * @param allocatedResources what the kubelet has set aside
 */
public record ContainerStatus(
    String name, Optional<ResourceRequirements> resources, Resources allocatedResources) {}
