package dev.plimsoll.kubernetes.object;

/**
 * An account that pods run as.
 *
 * @param metadata name, namespace and the like
 * @param enforcesMountableSecrets whether its pods may use those secrets only that it lists
 * @param mountsToken whether its pods get a token, where they don't say it themselves
 */
public record ServiceAccount(
    ObjectMeta metadata, boolean enforcesMountableSecrets, boolean mountsToken)
    implements ApiObject {

  public static final GroupVersionKind TYPE = GroupVersionKind.of("v1", "ServiceAccount");

  public static final GroupResource RESOURCE = new GroupResource("", "serviceaccounts");

  /** The account of pods that name none. */
  public static final String DEFAULT = "default";

  @Override
  public GroupVersionKind type() {
    return TYPE;
  }

  @Override
  public GroupResource resource() {
    return RESOURCE;
  }
}
