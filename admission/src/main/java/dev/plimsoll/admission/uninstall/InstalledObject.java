package dev.plimsoll.admission.uninstall;

import java.util.List;

/**
 * An object that an installation of the role has, by its path.
 *
 * @param kind its kind, for people
 * @param collection the path of all objects of the kind, without a namespace's
 * @param isNamespaced whether it is in the namespace of the role
 * @param name its name
 */
record InstalledObject(String kind, String collection, boolean isNamespaced, String name) {
  private static final String ROLE = "plimsoll-admission";
  private static final String CERTIFICATES = ROLE + "-certificates";
  private static final String REGISTRATION = "/apis/admissionregistration.k8s.io/v1/";
  private static final String POLICIES = REGISTRATION + "validatingadmissionpolicies";
  private static final String BINDINGS = REGISTRATION + "validatingadmissionpolicybindings";
  private static final String RBAC = "/apis/rbac.authorization.k8s.io/v1/";
  private static final String CERT_MANAGER = "/apis/cert-manager.io/v1/";

  /** The objects that gate new pods, which are removed before the gates. */
  static final InstalledObject GATES =
      cluster("MutatingWebhookConfiguration", REGISTRATION + "mutatingwebhookconfigurations", ROLE);

  static final InstalledObject WEBHOOK =
      cluster(
          "ValidatingWebhookConfiguration", REGISTRATION + "validatingwebhookconfigurations", ROLE);

  /** The workloads of the role, and the objects that they use. */
  static final List<InstalledObject> WORKLOAD =
      List.of(
          WEBHOOK,
          in("Certificate", CERT_MANAGER + "certificates", ROLE),
          in("Issuer", CERT_MANAGER + "issuers", ROLE),
          in("Deployment", "/apis/apps/v1/deployments", ROLE),
          in("PodDisruptionBudget", "/apis/policy/v1/poddisruptionbudgets", ROLE),
          in("Service", "/api/v1/services", ROLE),
          in("NetworkPolicy", "/apis/networking.k8s.io/v1/networkpolicies", ROLE));

  /**
   * The rights of the role. They are removed once its pods have ended, since pods release their
   * Lease.
   */
  static final List<InstalledObject> RIGHTS =
      List.of(
          cluster("ClusterRoleBinding", RBAC + "clusterrolebindings", ROLE),
          cluster("ClusterRoleBinding", RBAC + "clusterrolebindings", CERTIFICATES),
          in("RoleBinding", RBAC + "rolebindings", ROLE),
          in("RoleBinding", RBAC + "rolebindings", CERTIFICATES),
          cluster("ClusterRole", RBAC + "clusterroles", ROLE),
          cluster("ClusterRole", RBAC + "clusterroles", CERTIFICATES),
          in("Role", RBAC + "roles", ROLE),
          in("Role", RBAC + "roles", CERTIFICATES),
          in("ServiceAccount", "/api/v1/serviceaccounts", ROLE),
          in("Secret", "/api/v1/secrets", ROLE + "-ca"),
          cluster("ValidatingAdmissionPolicyBinding", BINDINGS, ROLE),
          cluster("ValidatingAdmissionPolicyBinding", BINDINGS, ROLE + "-webhooks"),
          cluster("ValidatingAdmissionPolicy", POLICIES, ROLE),
          cluster("ValidatingAdmissionPolicy", POLICIES, ROLE + "-webhooks"));

  /** The objects that the role creates itself and no manifest has. */
  static final List<InstalledObject> MADE =
      List.of(in("Lease", "/apis/coordination.k8s.io/v1/leases", ROLE));

  private static InstalledObject cluster(String kind, String collection, String name) {
    return new InstalledObject(kind, collection, false, name);
  }

  private static InstalledObject in(String kind, String collection, String name) {
    return new InstalledObject(kind, collection, true, name);
  }

  /** Returns its path where the role runs in that namespace. */
  String path(String namespace) {
    return collection(namespace) + "/" + name;
  }

  /** Returns the path of all objects of the kind there. */
  String collection(String namespace) {
    int last = collection.lastIndexOf('/');
    return isNamespaced
        ? collection.substring(0, last) + "/namespaces/" + namespace + collection.substring(last)
        : collection;
  }

  /** Returns the object's name for messages. */
  String label(String namespace) {
    return kind + " " + (isNamespaced ? namespace + "/" : "") + name;
  }
}
