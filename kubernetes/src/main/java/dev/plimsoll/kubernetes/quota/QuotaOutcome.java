package dev.plimsoll.kubernetes.quota;

import java.util.List;

/** The quotas' decision on a request. */
public sealed interface QuotaOutcome {

  /**
   * Returns each quota's part in the decision, in the order of the checks, including quotas after a
   * denial. The list is empty if no quota looks at such requests.
   */
  List<QuotaAccount> accounts();

  /**
   * The request is allowed, and each quota charged what its account says was requested.
   *
   * @param accounts the part of each quota
   */
  record Allowed(List<QuotaAccount> accounts) implements QuotaOutcome {

    public Allowed {
      accounts = List.copyOf(accounts);
    }

    /** Returns the accounts in which something is charged. */
    public List<QuotaAccount> charges() {
      return accounts.stream().filter(a -> !a.requested().isEmpty()).toList();
    }
  }

  /**
   * The request is denied, and nothing is charged.
   *
   * @param denial why: what Kubernetes says if it asks the quotas in this order
   * @param possible all that it may say instead, since the order is open: never empty
   * @param accounts the part of each quota
   */
  record Denied(QuotaDenial denial, List<QuotaDenial> possible, List<QuotaAccount> accounts)
      implements QuotaOutcome {

    public Denied {
      possible = List.copyOf(possible);
      accounts = List.copyOf(accounts);
    }
  }
}
