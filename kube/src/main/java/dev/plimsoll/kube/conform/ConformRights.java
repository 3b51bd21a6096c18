package dev.plimsoll.kube.conform;

import dev.plimsoll.kube.live.AccessRight;
import dev.plimsoll.kube.live.Connection;
import dev.plimsoll.kubernetes.object.GroupResource;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The rights that a comparison needs. */
public final class ConformRights {
  private static final List<GroupResource> OBJECTS =
      List.of(
          new GroupResource("", "pods"),
          new GroupResource("", "resourcequotas"),
          new GroupResource("", "limitranges"),
          new GroupResource("", "services"),
          new GroupResource("", "persistentvolumeclaims"),
          new GroupResource("", "configmaps"),
          new GroupResource("", "secrets"),
          new GroupResource("", "replicationcontrollers"),
          new GroupResource("apps", "deployments"),
          new GroupResource("apps", "statefulsets"),
          new GroupResource("batch", "jobs"),
          new GroupResource("resource.k8s.io", "resourceclaims"));

  /** The kinds that sequences change. */
  private static final Set<String> CHANGED =
      Set.of("pods", "resourcequotas", "limitranges", "services");

  private final String namespace;

  /** Creates the rights to a namespace, which needn't exist. */
  public ConformRights(String namespace) {
    this.namespace = namespace;
  }

  /** Returns the rights that the API server doesn't grant, such as {@code create namespaces}. */
  public List<String> missing(Connection connection) {
    List<String> missing = new ArrayList<>();
    for (AccessRight right : rights()) {
      if (!right.isGranted(connection)) {
        missing.add(right.verb() + " " + right.resource());
      }
    }
    return missing;
  }

  private List<AccessRight> rights() {
    List<AccessRight> rights = new ArrayList<>();
    GroupResource namespaces = new GroupResource("", "namespaces");
    rights.add(new AccessRight("create", namespaces, "", ""));
    rights.add(new AccessRight("get", namespaces, namespace, namespace));
    rights.add(new AccessRight("delete", namespaces, namespace, namespace));
    rights.add(in("patch", new GroupResource("", "pods/status")));
    rights.add(in("patch", new GroupResource("", "pods/resize")));
    rights.add(in("list", new GroupResource("", "serviceaccounts")));
    for (GroupResource each : OBJECTS) {
      for (String verb : List.of("create", "get", "list", "delete")) {
        rights.add(in(verb, each));
      }
      if (CHANGED.contains(each.resource())) {
        rights.add(in("patch", each));
      }
    }
    return rights;
  }

  private AccessRight in(String verb, GroupResource resource) {
    return new AccessRight(verb, resource, namespace, "");
  }
}
