package dev.plimsoll.kubernetes.quota;

import dev.plimsoll.kubernetes.object.GroupResource;
import dev.plimsoll.kubernetes.object.ScopedResourceSelectorRequirement;
import java.util.List;

/**
 * A resource that may only be consumed where a quota covers it, as the ResourceQuota plug-in's
 * configuration says.
 *
 * <p>Source: {@code LimitedResource} in {@code
 * staging/src/k8s.io/apiserver/pkg/admission/plugin/resourcequota/apis/resourcequota/types.go}.
 *
 * @param resource the plural whose objects consume it
 * @param matchContains parts of quota keys; a key with one of them in it needs a quota that has it
 * @param matchScopes scopes; an object that one of them matches needs a quota with that scope. They
 *     hold for all resources, whatever {@code resource} says
 */
public record LimitedResource(
    GroupResource resource,
    List<String> matchContains,
    List<ScopedResourceSelectorRequirement> matchScopes) {

  public LimitedResource {
    matchContains = List.copyOf(matchContains);
    matchScopes = List.copyOf(matchScopes);
  }
}
