;; The same for the deployed pox-5, whose trait is smaller, and which takes a grant from its manager alone.
(impl-trait 'ST000000000000000000002AMW42H.pox-5.signer-manager-trait)
(use-trait manager 'ST000000000000000000002AMW42H.pox-5.signer-manager-trait)

(define-constant MINIMUM-USTX u1000000)

(define-public (validate-stake!
    (staker principal)
    (first-index uint)
    (num-indexes uint)
    (amount-ustx uint)
    (amount-sats uint)
    (is-bond bool)
    (signer-calldata (optional (buff 500))))
  (begin
    (asserts! (or (is-eq amount-ustx u0) (>= amount-ustx MINIMUM-USTX)) (err u1012))
    (ok true)))

(define-public (grant-own-key (signer-key (buff 33)) (auth-id uint) (signature (buff 65)))
  (as-contract
    (contract-call? 'ST000000000000000000002AMW42H.pox-5 grant-signer-key
      signer-key tx-sender auth-id signature)))

(define-public (register-self (self <manager>) (signer-key (buff 33)))
  (as-contract
    (contract-call? 'ST000000000000000000002AMW42H.pox-5 register-signer self signer-key)))
