;; The smallest contract that pox-5 takes for a signer's: it lets everybody stake who brings enough.
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

(define-public (checkpoint-staker
    (staker principal)
    (first-index uint)
    (num-indexes uint)
    (is-bond bool))
  (ok true))

(define-public (register-self (self <manager>) (signer-key (buff 33)))
  (as-contract
    (contract-call? 'ST000000000000000000002AMW42H.pox-5 register-signer self signer-key)))
