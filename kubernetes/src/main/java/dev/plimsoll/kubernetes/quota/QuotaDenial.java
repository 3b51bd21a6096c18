package dev.plimsoll.kubernetes.quota;

import dev.plimsoll.kubernetes.object.ScopedResourceSelectorRequirement;
import dev.plimsoll.kubernetes.quantity.ResourceName;
import dev.plimsoll.kubernetes.quantity.Resources;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;

/** Why the ResourceQuota plug-in denies a request. */
public sealed interface QuotaDenial {

  /**
   * Returns Kubernetes' message: the text after {@code … is forbidden: }, or the whole text if the
   * {@link #code} isn't 403.
   */
  String message();

  /** Returns the HTTP status: 403, or 500 where Kubernetes calls it an error. */
  default int code() {
    return 403;
  }

  /**
   * A quota has too little left.
   *
   * @param quota the quota's name
   * @param requested what is requested on top, of the keys that are exceeded only
   * @param used what is used of them
   * @param limited the limits of them
   */
  record Exceeded(String quota, Resources requested, Resources used, Resources limited)
      implements QuotaDenial {
    @Override
    public String message() {
      return "exceeded quota: "
          + quota
          + ", requested: "
          + requested
          + ", used: "
          + used
          + ", limited: "
          + limited;
    }
  }

  /**
   * A quota counts what some containers don't set.
   *
   * @param quota the quota's name
   * @param missing what they must set
   */
  record MustSpecify(String quota, MissingResources missing) implements QuotaDenial {
    @Override
    public String message() {
      return "failed quota: " + quota + ": " + missing;
    }
  }

  /**
   * The usage of a quota hasn't been counted yet.
   *
   * @param quota the quota's name
   * @param keys its keys that the object would be charged under
   */
  record StatusUnknown(String quota, List<ResourceName> keys) implements QuotaDenial {

    public StatusUnknown {
      keys = List.copyOf(keys);
    }

    @Override
    public String message() {
      return "status unknown for quota: " + quota + ", resources: " + join(keys);
    }
  }

  /**
   * A scope of a quota can't be evaluated.
   *
   * @param quota the quota's name
   * @param scope the scope
   * @param problem what is wrong with it
   */
  record MalformedScope(String quota, ScopedResourceSelectorRequirement scope, String problem)
      implements QuotaDenial {
    @Override
    public String message() {
      return "error matching scopes of quota "
          + quota
          + ", err: error on matching scope "
          + QuotaScopeMatcher.print(scope)
          + ": "
          + problem;
    }

    @Override
    public int code() {
      return 500;
    }
  }

  /**
   * The object would be charged less than nothing.
   *
   * @param keys the keys it would be charged under
   */
  record NegativeUsage(List<ResourceName> keys) implements QuotaDenial {

    public NegativeUsage {
      keys = List.copyOf(keys);
    }

    @Override
    public String message() {
      return "quota usage is negative for resource(s): " + join(keys);
    }
  }

  /** An update doesn't say what is stored now. */
  record NoPriorVersion() implements QuotaDenial {
    @Override
    public String message() {
      return "unable to get previous usage since prior version of object was not found";
    }
  }

  /**
   * Something may only be consumed under a quota, and no quota has it.
   *
   * @param keys the keys that some quota must have
   */
  record NoCoveringQuota(List<ResourceName> keys) implements QuotaDenial {

    public NoCoveringQuota {
      keys = List.copyOf(keys);
    }

    @Override
    public String message() {
      return "insufficient quota to consume: " + join(keys);
    }
  }

  /**
   * Objects in a scope may only be created under a quota with that scope, and there is none.
   *
   * @param scopes the scopes
   */
  record NoCoveringScope(List<ScopedResourceSelectorRequirement> scopes) implements QuotaDenial {

    public NoCoveringScope {
      scopes = List.copyOf(scopes);
    }

    @Override
    public String message() {
      return scopes.stream()
          .map(QuotaScopeMatcher::print)
          .collect(Collectors.joining(" ", "insufficient quota to match these scopes: [", "]"));
    }

    @Override
    public int code() {
      return 500;
    }
  }

  private static String join(Collection<ResourceName> keys) {
    return keys.stream().sorted().map(ResourceName::name).collect(Collectors.joining(","));
  }
}
